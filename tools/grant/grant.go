// Package grant gives an account a role, or takes it away: the operator's command.
//
// It writes to the database beside a running server, which reads roles with each call that needs one. Deliberately
// absent: a way to do this over the network.
package grant

import (
	"context"

	"jadebox/store"
	"jadebox/tools/operator"
)

// roles that can be granted, by their names on the command line.
var roles = map[string]store.Role{"streamer": store.RoleStreamer}

// Command is `jadebox grant`.
type Command struct {
	operator.Database
	operator.By
	Revoke  bool   `help:"Take the role away."`
	Role    string `arg:"" enum:"streamer" help:"The role: ${enum}."`
	Account string `arg:"" help:"Name of the account."`
}

// Run carries it out.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	err := s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		operator.Free(db)
		return Set(ctx, db, roles[c.Role], c.Account, c.Revoke)
	})
	if err == nil {
		s.Printf("%s: %s %s\n", c.Account, map[bool]string{false: "is now", true: "is no longer"}[c.Revoke], c.Role)
	}
	return err
}

// Players are where roles stand.
type Players interface {
	PlayerByName(ctx context.Context, name string) (store.Player, error)
	SetProfile(ctx context.Context, id store.PlayerID, change store.ProfileChange) error
}

// Set changes the roles of an account.
func Set(ctx context.Context, players Players, role store.Role, account string, revoke bool) error {
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
