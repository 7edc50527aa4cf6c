// Command jadebox is the whole product in one file: the server with its client and its database, and the tools of players,
// auditors and operators.
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
	"jadebox/server/password"
	"jadebox/tools/audit"
	"jadebox/tools/grant"
	"jadebox/tools/loadsim"
	"jadebox/tools/maintenance"
	"jadebox/tools/mall"
	"jadebox/tools/notice"
	"jadebox/tools/props"
	"jadebox/tools/rain"
	"jadebox/tools/recharge"
	"jadebox/tools/retrievals"
	"jadebox/tools/sectest"
	"jadebox/tools/statistics"
	"jadebox/tools/terms"
	"jadebox/tools/verify"
	"jadebox/tools/withdrawals"
)

func main() {
	var cli config.CLI
	parser, err := config.Parser(&cli, os.Stdout, os.Stderr, os.Exit)
	if err != nil {
		fmt.Fprintln(os.Stderr, "jadebox:", err)
		os.Exit(2)
	}
	line, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	command, _, _ := strings.Cut(line.Command(), " ")
	switch command {
	case "serve":
		os.Exit(serve(&cli.Serve))
	case config.HashWorkerCommand:
		if err := password.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
	case "verify":
		os.Exit(verify.Main(cli.Verify.Args, os.Stdout, os.Stderr))
	case "audit":
		os.Exit(audit.Main(cli.Audit.Args, os.Stdout))
	case "loadsim":
		os.Exit(loadsim.Main(cli.Loadsim.Args, os.Stdout, os.Stderr))
	case "rain":
		os.Exit(rain.Main(cli.Rain.Args, os.Stdout))
	case "props":
		os.Exit(props.Main(cli.Props.Args, os.Stdout))
	case "grant":
		os.Exit(grant.Main(cli.Grant.Args, os.Stdout))
	case "withdrawals":
		os.Exit(withdrawals.Main(cli.Withdrawals.Args, os.Stdout))
	case "sectest":
		os.Exit(sectest.Main(cli.Sectest.Args, os.Stdout))
	case "maintenance":
		os.Exit(maintenance.Main(cli.Maintenance.Args, os.Stdout))
	case "retrievals":
		os.Exit(retrievals.Main(cli.Retrievals.Args, os.Stdout))
	case "mall":
		os.Exit(mall.Main(cli.Mall.Args, os.Stdout))
	case "notice":
		os.Exit(notice.Main(cli.Notice.Args, os.Stdin, os.Stdout))
	case "recharge":
		os.Exit(recharge.Main(cli.Recharge.Args, os.Stdin, os.Stdout))
	case "terms":
		os.Exit(terms.Main(cli.Terms.Args, os.Stdout))
	case "statistics":
		os.Exit(statistics.Main(cli.Statistics.Args, os.Stdout, os.Stderr))
	default:
		fmt.Println("jadebox", app.Version)
	}
}

func serve(c *config.Serve) int {
	log := logger(c, os.Stderr)
	if err := tuneMemory(); err != nil {
		log.Warn().Err(err).Msg("the memory of this machine is unknown: the collector has no limit")
	}
	// The first signal drains, the second ends the process as it stands; the store loses nothing either way.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if program, err := os.Executable(); err == nil {
		c.HashWorker = []string{program, config.HashWorkerCommand}
	}
	a, err := app.Start(ctx, c, log)
	if err != nil {
		log.Error().Err(err).Msg("cannot start")
		return 1
	}
	fmt.Println(banner(c, a.Addr()))
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

func logger(c *config.Serve, to *os.File) zerolog.Logger {
	level, err := zerolog.ParseLevel(c.LogLevel)
	if err != nil { // config has checked it
		level = zerolog.InfoLevel
	}
	zerolog.TimeFieldFormat = time.RFC3339Nano
	var out io.Writer = to
	if c.LogFormat == "console" || c.LogFormat == "auto" && isatty.IsTerminal(to.Fd()) {
		out = zerolog.ConsoleWriter{Out: to, TimeFormat: "15:04:05"}
	}
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}
