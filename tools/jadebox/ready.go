package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// ready is what a container asks itself: an image has no other program that could.
type ready struct {
	URL     string        `arg:"" default:"http://127.0.0.1:8080" help:"Where the server is."`
	Timeout time.Duration `default:"4s" help:"How long an answer may take."`
}

// answerMax is longer than every answer of /readyz.
const answerMax = 4 << 10

// Run prints what /readyz says and exits 1 unless it says that the server is ready.
func (c *ready) Run(ctx context.Context, s *operator.Session) error {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(c.URL, "/")+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Fprintln(s.Err, err)
		return command.Exit(1)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, answerMax))
	if err != nil {
		return err
	}
	s.Printf("%s\n", strings.TrimSpace(string(text)))
	if answer.StatusCode != http.StatusOK {
		return command.Exit(1)
	}
	return nil
}
