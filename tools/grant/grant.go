// Package grant gives an account a role, or takes it away: the operator's command.
//
// It writes to the database beside a running server, which reads roles with each call that needs one. Deliberately absent: a
// way to do this over the network.
package grant

import (
	"context"
	"flag"
	"fmt"
	"io"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

// roles that can be granted, by their names on the command line.
var roles = map[string]store.Role{"streamer": store.RoleStreamer}

// Main is the command: grant [--data DIR | --database-url URL] [--revoke] ROLE ACCOUNT. It answers 0 when the account has the
// role (or no longer has it), 2 otherwise.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("grant", flag.ContinueOnError)
	flags.SetOutput(out)
	database := operator.Flags(flags)
	revoke := flags.Bool("revoke", false, "take the role away")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	role, known := roles[flags.Arg(0)]
	if !known || flags.NArg() != 2 {
		fmt.Fprintln(out, "grant: give a role (streamer) and an account")
		return 2
	}
	ctx := context.Background()
	err := database.With(ctx, func(db *postgres.Engine) error { return Set(ctx, db, role, flags.Arg(1), *revoke) })
	if err != nil {
		fmt.Fprintln(out, "grant:", err)
		return 2
	}
	fmt.Fprintf(out, "%s: %s %s\n", flags.Arg(1), map[bool]string{false: "is now", true: "is no longer"}[*revoke], flags.Arg(0))
	return 0
}

// Set changes the roles of an account.
func Set(ctx context.Context, players store.Players, role store.Role, account string, revoke bool) error {
	p, err := players.PlayerByName(ctx, account)
	if err != nil {
		return err
	}
	next := p.Roles | role
	if revoke {
		next = p.Roles &^ role
	}
	return players.SetProfile(ctx, p.ID, store.ProfileChange{Roles: &next})
}
