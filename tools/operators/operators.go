// Package operators makes, lists and retires the operators of a site, and has a second operator approve what one has
// asked for. Each of it is an op of the journal, signed by the key of an operator (package actors/operators).
// Deliberately absent: a way to do this over the network, and a way back for a site whose operators have lost every
// key: a second operator keeps theirs elsewhere.
package operators

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"jadebox/actors/operators"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox operators`.
type Command struct {
	operator.Database
	Key    Key    `cmd:"" help:"Make a key for somebody who is to be an operator, and print its public half. Needs no database."`
	Add    Add    `cmd:"" help:"Make somebody an operator. The first one is added by nobody else."`
	Retire Retire `cmd:"" help:"End an operator's work: the key signs nothing any more."`
	List   List   `cmd:"" help:"Who is an operator, who was, and which requests wait for a second operator."`
	Show   Show   `cmd:"" help:"What a request asks for, with the files that it was given: what approve carries out."`
}

// Steps of the command.
type (
	Key struct {
		File string `arg:"" help:"Where the key is written; nobody but its owner may read it."`
	}
	Add struct {
		operator.By
		Name   string `arg:"" help:"Name of the operator: 2 to 32 letters, digits, dots, dashes and underscores."`
		File   string `xor:"key" placeholder:"FILE" help:"Where a new key is written; by default NAME.key."`
		Public string `xor:"key" placeholder:"HEX" help:"Public half of a key that the operator has made: see operators key."`
	}
	Retire struct {
		operator.By
		Name string `arg:"" help:"Name of the operator."`
	}
	List struct{}
	Show struct {
		Request int64 `arg:"" help:"Number of the request."`
	}
)

// Run makes a key.
func (o Key) Run(s *operator.Session) error {
	public, err := operator.MakeKey(o.File)
	if err == nil {
		s.Printf("%s: keep this file; its public half is %x\n", o.File, public)
	}
	return err
}

// Run adds an operator.
func (o Add) Run(ctx context.Context, s *operator.Session, c *Command) error {
	if err := operators.CheckName(o.Name); err != nil {
		return err
	}
	return s.ActOrBegin(ctx, c.Database, o.By, func(db operators.Ledger) error { return o.first(ctx, s, db) },
		func(db operator.Ledger, roster *operators.Roster) error {
			err := above(ctx, db, roster, true)
			if operator.Waits(err) && o.Public == "" {
				return errors.New("it waits for a second operator, who is shown whose key it is: " +
					"jadebox operators key makes the key, and --public names it")
			}
			if err != nil {
				return err
			}
			by, _ := operator.SignerOf(db)
			return o.add(ctx, s, db, by)
		})
}

// above declares what a change of the roster is worth: whatever any act is where it makes a second operator, or leaves
// none.
func above(ctx context.Context, db operator.Ledger, roster *operators.Roster, adds bool) error {
	if !roster.NeedsSecond(adds) {
		operator.Free(db)
		return nil
	}
	return operator.Above(ctx, db, operators.Whatever)
}

// first is added by themselves.
func (o Add) first(ctx context.Context, s *operator.Session, db operators.Ledger) error {
	if o.Public != "" {
		return errors.New("the first operator signs with the key that is added: leave --public out")
	}
	if o.As != "" && o.As != o.Name {
		return fmt.Errorf("%w: %q", operators.ErrNobody, o.As)
	}
	return o.add(ctx, s, db, operators.Signer{Name: o.Name})
}

// add makes the key, where there is none, and the change.
func (o Add) add(ctx context.Context, s *operator.Session, db operators.Ledger, by operators.Signer) (err error) {
	var public ed25519.PublicKey
	file := ""
	if o.Public != "" {
		public, err = hex.DecodeString(o.Public)
	} else {
		if file = o.File; file == "" {
			file = o.Name + ".key"
		}
		public, err = operator.MakeKey(file)
	}
	if err != nil {
		return err
	}
	if by.Key == nil {
		if by.Key, err = operator.ReadKey(file); err != nil {
			return err
		}
	}
	if _, err := operators.Add(ctx, db, by, o.Name, public, s.Now()); err != nil {
		if file != "" {
			err = errors.Join(err, os.Remove(file)) // of no operator: the change was refused
		}
		return err
	}
	s.Printf("%s is an operator", o.Name)
	if file != "" {
		s.Printf(": the key stands in %s and nowhere else", file)
	}
	s.Printf("\n")
	return nil
}

// Run retires an operator.
func (o Retire) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.ActOrBegin(ctx, c.Database, o.By, func(operators.Ledger) error {
		return fmt.Errorf("%w: %q", operators.ErrNobody, o.Name)
	}, func(db operator.Ledger, roster *operators.Roster) error {
		if err := above(ctx, db, roster, false); err != nil {
			return err
		}
		by, _ := operator.SignerOf(db)
		_, err := operators.Retire(ctx, db, by, o.Name, s.Now())
		if err == nil {
			s.Printf("%s is no operator any more, by %s\n", o.Name, by.Name)
		}
		return err
	})
}

// Run lists them.
func (List) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		from := operators.FromLedger(db)
		roster, err := operators.ReadRoster(ctx, from)
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		for _, change := range roster.Changes {
			what := "operator"
			if change.Key == "" {
				what = "retired"
			}
			fmt.Fprintf(t, "%s\t%s\t%s\tby %s\t%s\n", operator.Stamp(change.AtMS), change.Name, what, change.By,
				change.Key)
		}
		if err := t.Flush(); err != nil {
			return err
		}
		return waiting(ctx, s, from, roster)
	})
}

// waiting lists the requests that can still be approved, the newest first.
func waiting(ctx context.Context, s *operator.Session, from operators.Reader, roster *operators.Roster) error {
	last, err := operators.LastAsk(ctx, from)
	if err != nil {
		return err
	}
	for n := last; n > 0; n-- {
		ask, _, err := operators.ReadAsk(ctx, from, roster, n)
		if err != nil {
			return err
		}
		if ask.UntilMS <= s.Now().UnixMilli() {
			return nil // those before it are older
		}
		_, _, err = operators.ReadApproval(ctx, from, roster, n)
		switch {
		case errors.Is(err, store.ErrNotFound):
			s.Printf("request %d by %s waits until %s: jadebox %s\n", n, ask.Operator, operator.Stamp(ask.UntilMS),
				operator.Words(ask.Command))
			for _, name := range slices.Sorted(maps.Keys(ask.Files)) {
				s.Printf("  %s has %d bytes, SHA-256 %s: jadebox operators show %d\n", operator.OneLine(name),
					len(ask.Files[name]), operators.Hash([]byte(ask.Files[name])), n)
			}
		case err != nil:
			return err
		}
	}
	return nil
}

// Run shows all of a request.
func (o Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		from := operators.FromLedger(db)
		roster, err := operators.ReadRoster(ctx, from)
		if err != nil {
			return err
		}
		ask, _, err := operators.ReadAsk(ctx, from, roster, o.Request)
		if err != nil {
			return err
		}
		worth := fmt.Sprintf("what is worth %d cents", ask.WorthCents)
		if ask.WorthCents == operators.Whatever {
			worth = "what has no amount"
		}
		s.Printf("request %d by %s at %s, until %s, for %s:\njadebox %s\n", ask.N, ask.Operator,
			operator.Stamp(ask.AtMS), operator.Stamp(ask.UntilMS), worth, operator.Words(ask.Command))
		for _, name := range slices.Sorted(maps.Keys(ask.Files)) {
			s.Printf("%s:\n", operator.OneLine(name))
			for line := range strings.Lines(ask.Files[name]) { // so that no line of a file reads as one of this
				s.Printf("\t%s\n", operator.OneLine(strings.TrimSuffix(line, "\n")))
			}
		}
		return nil
	})
}

// Approve is `jadebox approve`.
type Approve struct {
	operator.Database
	operator.Key
	Request int64 `arg:"" help:"Number of the request: see jadebox operators list."`
}

// Run carries it out.
func (c *Approve) Run(ctx context.Context, s *operator.Session) error {
	return s.Approve(ctx, c.Database, c.Key, c.Request)
}
