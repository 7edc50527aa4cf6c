// Command jadebox is the whole product in one file: the server with its client and its database, and the tools of
// players, auditors and operators.
package main

import (
	"cmp"
	"context"
	"os"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"jadebox/server/app"
	"jadebox/server/config"
	"jadebox/server/password"
	"jadebox/store/embedded"
	"jadebox/tools/archive"
	"jadebox/tools/audit"
	"jadebox/tools/backup"
	"jadebox/tools/catalogue"
	"jadebox/tools/command"
	"jadebox/tools/doctor"
	"jadebox/tools/grant"
	"jadebox/tools/loadsim"
	"jadebox/tools/mall"
	"jadebox/tools/migrate"
	"jadebox/tools/operator"
	"jadebox/tools/operators"
	"jadebox/tools/players"
	"jadebox/tools/playthrough"
	"jadebox/tools/props"
	"jadebox/tools/rain"
	"jadebox/tools/recharge"
	"jadebox/tools/replay"
	"jadebox/tools/retrievals"
	"jadebox/tools/rooms"
	"jadebox/tools/sectest"
	"jadebox/tools/settings"
	"jadebox/tools/statistics"
	"jadebox/tools/verify"
	"jadebox/tools/withdrawals"
)

// commands are the command line. Each carries itself out.
type commands struct {
	Config kong.ConfigFlag `placeholder:"FILE" help:"JSON file of settings: {\"listen\": \"127.0.0.1:8080\", …}."`

	Serve       serve               `cmd:"" help:"Run the server."`
	Doctor      doctor.Command      `cmd:"" help:"Say what a site lacks: machine, database, keys, settings, public address."`
	Ready       ready               `cmd:"" help:"Ask a server whether it is ready; exits 1 when it is not."`
	Verify      verify.Command      `cmd:"" help:"Check a proof bundle: a file, an address or - for standard input."`
	Audit       audit.Command       `cmd:"" help:"Check the invariants of a ledger; exits 1 on a violation."`
	Loadsim     loadsim.Command     `cmd:"" help:"Let bots play on a server and report."`
	Settings    settings.Command    `cmd:"" help:"Show and change the settings of the house."`
	Catalogue   catalogue.Command   `cmd:"" help:"Import what the house sells from a file, and export it."`
	Rain        rain.Command        `cmd:"" help:"Order red-packet rains and take them back."`
	Props       props.Command       `cmd:"" help:"Give items and prizes beside all play."`
	Grant       grant.Command       `cmd:"" help:"Give an account a role, or take it away."`
	Withdrawals withdrawals.Command `cmd:"" help:"Review withdrawals of R$."`
	Backup      backup.Command      `cmd:"" help:"Keep the database a second time, while it serves."`
	VerifyBack  backup.Verify       `cmd:"" name:"verify-backup" help:"Restore a backup for a try, and audit it."`
	Restore     backup.Restore      `cmd:"" help:"Make the database again as it was at a moment, in a new directory."`
	Archive     archive.Command     `cmd:"" help:"Write old months of the journal to files, and take them out of the database."`
	Migrate     migrate.Command     `cmd:"" help:"Bring the database's schema to this program's version."`
	Sectest     sectest.Command     `cmd:"" help:"Attack a demo server as its enemies would."`
	Rooms       rooms.Command       `cmd:"" help:"End a room, and give back what was put in."`
	Replay      replay.Command      `cmd:"" help:"Play the room of an operation again, up to it, and compare it with what is stored; exits 1 when it differs."`
	Retrievals  retrievals.Command  `cmd:"" help:"Review retrievals of items."`
	Mall        mall.Command        `cmd:"" help:"Limit how many of an item the mall has."`
	Recharge    recharge.Command    `cmd:"" help:"Take back an order whose money went back."`
	Players     players.Command     `cmd:"" help:"Find an account, show what it has and did, and act on it: suspend, log out, unbind its phone, take off its second factor."`
	Operators   operators.Command   `cmd:"" help:"Make, list and retire the operators of a site."`
	Approve     operators.Approve   `cmd:"" help:"Carry out what another operator has asked for."`
	Playthrough playthrough.Command `cmd:"" help:"Show what an account has still to stake, and waive it."`
	Statistics  statistics.Command  `cmd:"" help:"The auditor's statistics over the public results."`
	HashWorker  hashWorker          `cmd:"" hidden:"" help:"Compute password hashes for the server that started this."`
	Version     version             `cmd:"" help:"Print the version."`
}

const hashWorkerCommand = "hash-worker"

type hashWorker struct{}

// Run serves until the server that started this closes its end.
func (hashWorker) Run(s *operator.Session) error { return password.Serve(s.In, s.Out) }

type version struct{}

// Run prints it, and on lines of their own what it was made from, and whether a database is within.
func (version) Run(s *operator.Session) error {
	s.Printf("jadebox %s\n", app.Version)
	s.Printf("commit      %s\n", cmp.Or(app.Commit, "not said: no release"))
	s.Printf("built with  %s for %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	within := "not within: serve looks for one on the machine, or takes --database-url"
	if embedded.Packed() {
		within = "within"
	}
	s.Printf("PostgreSQL  %s\n", within)
	return nil
}

// parser is that of the binary.
func parser(all *commands, more ...kong.Option) (*kong.Kong, error) {
	return command.Parser("jadebox", all, append(config.Options(), more...)...)
}

// again runs what a second operator has approved.
func again(s *operator.Session, args []string) error {
	var all commands
	p, err := parser(&all, kong.Bind(s), kong.BindTo(context.Background(), (*context.Context)(nil)))
	if err != nil {
		return err
	}
	line, err := p.Parse(args)
	if err != nil {
		return err
	}
	return line.Run()
}

func main() {
	var all commands
	s := &operator.Session{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Now: time.Now, Wait: time.Sleep,
		Args: command.Arguments(), Again: again}
	command.Main(parser(&all, kong.Bind(s), kong.BindTo(context.Background(), (*context.Context)(nil))))
}
