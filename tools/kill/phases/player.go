//go:build linux

package phases

import (
	"context"
	"fmt"
	"time"

	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
)

// player is an account with one connection and its own books. One goroutine at a time uses it.
type player struct {
	*scenario
	account   journal.Account
	conn      client.Conn
	keys      int
	cents     int64 // by its own acknowledged operations
	bag       int
	fragments int64
	vouchers  int
	items     []string         // in the backpack, as far as it knows
	worth     map[string]int64 // cents of them
	sent      []string         // items that were asked for on the game platform
	bought    []string         // orders that were paid
	drawn     []string         // withdrawals of R$
	back      int              // of them, given back
	claimed   map[int]bool     // levels whose bonus was paid
	gained    map[string]gain  // claims, by what was asked
	tokens    int64
	reset     string // what its reset voucher opens once more
}

// patience is how long one operation is repeated with its key: longer than any restart.
const patience = 30 * time.Second

// do sends one operation until it has a definite answer. Refusals come back as errors, silence is a finding.
func (p *player) do(ctx context.Context, op, path string, body, out any) error {
	p.keys++
	call := client.NewCall(path, fmt.Sprintf("phase-%s-%d", p.account.Name, p.keys), body)
	n := p.journal.Intend(p.account.Bot, op, call)
	flying := p.underWayOf(op)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		flying.Add(1)
		data, err := p.conn.Post(ctx, call)
		flying.Add(-1)
		switch {
		case err == nil:
			p.journal.Acknowledged(n, op, data)
			p.acknowledged.Add(1)
			return client.Decode(data, out)
		case !client.Retryable(err):
			p.journal.Refused(n, client.CodeOf(err))
			return err
		case time.Now().After(end) || ctx.Err() != nil:
			p.journal.Lost(n)
			p.wrong("%s of %s was never answered: %v", op, p.account.Name, err)
			return err
		}
	}
}

// get reads, through a restart if need be.
func (p *player) get(ctx context.Context, path string, out any) error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := p.conn.Get(ctx, path, out)
		if err == nil || !client.Retryable(err) || time.Now().After(end) || ctx.Err() != nil {
			return err
		}
	}
}

// refused notes a refusal that the rules do not give a reason for.
func (p *player) refused(op string, err error) { p.wrong("%s of %s: %v", op, p.account.Name, err) }
