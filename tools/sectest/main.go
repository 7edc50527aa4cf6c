package sectest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"jadebox/store/postgres"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// Command is `jadebox sectest`. Without --url it starts a server of its own from the running binary and throws it away.
// It ends with 0 when nothing gave way, 1 when something did, 2 when it could not look. It plays and pays on the server
// that it is given: never a site with people on it.
type Command struct {
	operator.Database
	URL     string `name:"url" env:"-" placeholder:"URL" help:"Address of a running server with --demo; none: a server of its own."`
	Log     string `placeholder:"FILE" help:"File that the server logs into, for the search for canaries."`
	Proxied bool   `help:"The server trusts this machine as a proxy: limits by address are tried."`
	Only    string `placeholder:"CHECKS/CALLS" help:"Names of checks, and of calls that the matrix asks: regular expressions."`
}

// Run carries it out.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	o := Options{Out: s.Out, URL: c.URL, Log: c.Log, Proxied: c.Proxied}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if o.Only, err = ParseOnly(c.Only); err != nil {
		return err
	}
	var report Report
	attack := func(db *postgres.Engine) (err error) {
		o.Database = db
		report, err = Run(ctx, o)
		return err
	}
	switch {
	case o.URL == "":
		err = withServer(ctx, &o, attack)
	case c.Database != (operator.Database{}):
		err = c.With(ctx, attack)
	default:
		err = attack(nil)
	}
	if err != nil {
		return err
	}
	report.Print(s.Out)
	if !report.OK() {
		return command.Exit(1)
	}
	return nil
}

const (
	startWithin = time.Minute
	stopWithin  = 20 * time.Second
)

// withServer runs `serve --demo` of this very program in a directory that goes away, and attacks it.
func withServer(ctx context.Context, o *Options, attack func(*postgres.Engine) error) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "jadebox-sectest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	data := filepath.Join(dir, "data")
	o.Log, o.Proxied = filepath.Join(dir, "log"), true
	log, err := os.Create(o.Log)
	if err != nil {
		return err
	}
	defer log.Close()
	serve := exec.Command(program, "serve", "--demo", "--demo-rain", "0s", "--listen", "127.0.0.1:0", "--data", data,
		"--trusted-proxy", "127.0.0.0/8", "--log-format", "json", "--log-level", "debug")
	serve.Stderr = log
	if err := serve.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() { exited <- serve.Wait() }()
	defer func() {
		_ = serve.Process.Signal(syscall.SIGTERM)
		select {
		case <-exited:
		case <-time.After(stopWithin):
			_ = serve.Process.Kill()
		}
	}()
	address, err := listening(ctx, data, exited)
	if err != nil {
		return err
	}
	o.URL = "http://" + address
	return operator.Database{Data: data}.With(ctx, attack)
}

// listening waits until the server has said where it is.
func listening(ctx context.Context, data string, exited <-chan error) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	for {
		if b, err := os.ReadFile(filepath.Join(data, "listen")); err == nil && len(b) > 0 {
			return string(bytes.TrimSpace(b)), nil
		}
		select {
		case err := <-exited:
			return "", fmt.Errorf("the server ended: %w", err)
		case <-ctx.Done():
			return "", errors.New("the server did not come up")
		case <-time.After(50 * time.Millisecond):
		}
	}
}
