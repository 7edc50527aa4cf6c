package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// demo runs the built binary with demo data of its own, as a player gets it, for as long as visit takes.
func (h *checkout) demo(visit func(address, data string) error) error {
	data, err := os.MkdirTemp("", "jadebox-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	serve := exec.Command(h.path("bin", "jadebox"), "serve", "--demo", "--demo-rain", "0s", "--listen", "127.0.0.1:0",
		"--data", data, "--log-level", "warn")
	serve.Stderr = os.Stderr
	if err := serve.Start(); err != nil {
		return err
	}
	defer func() {
		_ = serve.Process.Signal(syscall.SIGTERM)
		_ = serve.Wait()
	}()
	address, err := listening(data)
	if err != nil {
		return err
	}
	return visit("http://"+address, data)
}

var errNotUp = errors.New("the server did not come up in a minute")

// listening waits until the server has said where it is.
func listening(data string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if b, err := os.ReadFile(filepath.Join(data, "listen")); err == nil && len(b) > 0 {
			return strings.TrimSpace(string(b)), nil
		}
		select {
		case <-ctx.Done():
			return "", errNotUp
		case <-time.After(100 * time.Millisecond):
		}
	}
}
