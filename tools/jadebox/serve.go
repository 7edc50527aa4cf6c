package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"

	"jadebox/server/app"
	"jadebox/server/config"
	"jadebox/server/demo"
	"jadebox/tools/audit"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// serve is `jadebox serve`: the flags are the configuration.
type serve struct{ config.Serve }

// Run runs the server until it is told to stop.
func (c *serve) Run(s *operator.Session) error { return command.Code(run(&c.Serve, s)) }

func run(c *config.Serve, s *operator.Session) int {
	signal.Ignore(syscall.SIGPIPE) // a log without a reader
	pipe := newLogPipe(os.Stderr)
	defer pipe.Flush()
	log := logger(c, pipe, isatty.IsTerminal(os.Stderr.Fd()))
	if err := tuneMemory(); err != nil {
		log.Warn().Err(err).Msg("the memory of this machine is unknown: the collector has no limit")
	}
	// The first signal drains, the second ends the process as it stands; the store loses nothing either way.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if program, err := os.Executable(); err == nil {
		c.HashWorker = []string{program, hashWorkerCommand}
	}
	a, err := app.Start(ctx, c, log, audit.OfServer)
	if err != nil {
		log.Error().Err(err).Msg("cannot start")
		return 1
	}
	fmt.Fprintln(s.Out, banner(c, a.Addr()))
	<-ctx.Done()
	stop()
	log.Info().Msg("stopping: a second signal stops at once")
	drain, cancel := context.WithTimeout(context.Background(), c.Drain)
	defer cancel()
	a.Stop(drain)
	return 0
}

func banner(c *config.Serve, addr string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n  Jadebox is at http://%s\n", addr)
	if c.Demo {
		for _, l := range demo.Logins {
			fmt.Fprintf(&b, "  demo account: %s  password: %s\n", l.Name, l.Password)
		}
	}
	return b.String()
}

func logger(c *config.Serve, to io.Writer, terminal bool) zerolog.Logger {
	level, err := zerolog.ParseLevel(c.LogLevel)
	if err != nil { // config has checked it
		level = zerolog.InfoLevel
	}
	zerolog.TimeFieldFormat = time.RFC3339Nano
	out := to
	if c.LogFormat == "console" || c.LogFormat == "auto" && terminal {
		out = zerolog.ConsoleWriter{Out: to, TimeFormat: "15:04:05"}
	}
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}
