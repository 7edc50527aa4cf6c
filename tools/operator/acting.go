package operator

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"jadebox/actors/operators"
	"jadebox/server/registry"
	"jadebox/store"
)

// ErrFirst is an act on a live site without operators.
var ErrFirst = errors.New("a live site is acted on by its operators alone, and it has none yet: " +
	"jadebox operators add NAME makes the first")

// ErrReason is an act of an operator without a reason: the journal tells why, of each.
var ErrReason = errors.New("--note: why? The journal has the reason of every act of an operator")

// Act is With for a command that changes something. On a site with operators it is one of them who acts: everything
// that the command commits is signed before, and what is worth more than operators.secondAbove becomes a request that
// another operator approves. Without any, a demo takes the author's word.
func (s *Session) Act(ctx context.Context, at Database, by By, do func(Ledger) error) error {
	return s.open(ctx, at, func(db store.Engine) error { return s.act(ctx, db, by, do) })
}

// ActOrBegin is Act for what makes operators: where there are none, begin is called instead, on a live site, too.
func (s *Session) ActOrBegin(ctx context.Context, at Database, by By, begin func(operators.Ledger) error,
	do func(Ledger, *operators.Roster) error) error {
	return s.open(ctx, at, func(db store.Engine) error {
		roster, err := operators.ReadRoster(ctx, operators.FromLedger(db))
		if err != nil {
			return err
		}
		if roster.Empty() {
			return begin(founding{db})
		}
		return s.act(ctx, db, by, func(db Ledger) error { return do(db, roster) })
	})
}

func (s *Session) act(ctx context.Context, db store.Engine, by By, do func(Ledger) error) error {
	if s.approving != nil {
		return do(s.approving)
	}
	acting, err := s.acting(ctx, db, by.Key)
	if err != nil {
		return err
	}
	if acting == nil {
		return alone(ctx, db, do)
	}
	if !strings.ContainsFunc(by.Note, isWritten) {
		return ErrReason
	}
	acting.Command = s.command(by)
	err = do(signed(db, acting))
	if second, ok := errors.AsType[needsSecond](err); ok {
		return s.ask(ctx, db, acting, int64(second))
	}
	return err
}

// isWritten reports whether a rune can be seen in a reason: a letter or a digit, and not one of Hangul's fillers or
// Egyptian blanks, which are letters to Unicode (category Lo).
func isWritten(r rune) bool {
	const fillers = "\u115f\u1160\u3164\uffa0\U00013441\U00013442"
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !strings.ContainsRune(fillers, r)
}

// SignerOf is who signs what is committed through the store that Act gives; of a request the second operator. False
// where none does.
func SignerOf(db Ledger) (operators.Signer, bool) {
	if by := db.signing().acting; by != nil {
		return by.By, true
	}
	return operators.Signer{}, false
}

// alone acts where there are no operators.
func alone(ctx context.Context, db store.Engine, do func(Ledger) error) error {
	if site, ok := db.(interface {
		Mode(ctx context.Context) (store.Mode, error)
	}); ok {
		switch mode, err := site.Mode(ctx); {
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return err
		case mode == store.ModeLive:
			return ErrFirst
		}
	}
	return do(signed(db, nil))
}

// acting is the operator of a command; nil where there are none.
func (s *Session) acting(ctx context.Context, db store.Engine, by Key) (*operators.Acting, error) {
	roster, err := operators.ReadRoster(ctx, operators.FromLedger(db))
	if err != nil || roster.Empty() {
		return nil, err
	}
	signer, err := by.Signer()
	if err == nil {
		err = roster.Check(signer)
	}
	return &operators.Acting{Roster: roster, By: signer, Now: s.Now}, err
}

// Signer is who acts, with the key from its file.
func (f Key) Signer() (operators.Signer, error) {
	switch {
	case f.As == "":
		return operators.Signer{}, errors.New("--as: which operator acts?")
	case f.OperatorKey == "":
		return operators.Signer{}, errors.New("--operator-key: the file with the operator's key")
	}
	key, err := ReadKey(f.OperatorKey)
	return operators.Signer{Name: f.As, Key: key}, err
}

// Elsewhere are the flags that are no part of what a command does: where the site is, whose key signs, and where flags
// are read from that a command line leaves out. A flag of an act that has such a name is one of these, as a test of
// tools/jadebox asks; any other stands in what is signed. Of a file that is read the name stands there, and the content
// where the act waits for a second operator (Ask.Files).
var Elsewhere = []string{"--data", "--database-url", "--archive", "--operator-key", "--config"}

// command is what was asked for, without where; the operator who asks is in it, also when the environment says it. Of
// --file, where a new key is kept, the name stands there, and not the folder.
func (s *Session) command(by By) (kept []string) {
	named := false
	for i := 0; i < len(s.Args); i++ {
		name, value, whole := strings.Cut(s.Args[i], "=")
		left := slices.Contains(Elsewhere, name)
		if left || name == "--file" {
			if !whole && i+1 < len(s.Args) {
				i++
				value = s.Args[i]
			}
			if !left {
				kept = append(kept, name+"="+filepath.Base(value))
			}
			continue
		}
		named = named || name == "--as"
		kept = append(kept, s.Args[i])
	}
	if !named {
		kept = append(kept, "--as="+by.As)
	}
	return kept
}

// ask writes a request instead of acting.
func (s *Session) ask(ctx context.Context, db store.Engine, acting *operators.Acting, worthCents int64) error {
	acting.Worth = worthCents
	ask, err := acting.Wait(ctx, db, s.files)
	if err == nil {
		s.Printf("nothing is done yet: request %d waits for a second operator until %s:\n"+
			"  jadebox approve %d --as NAME --operator-key FILE\n", ask.N, Stamp(ask.UntilMS), ask.N)
	}
	return err
}

// Acts are the commands that act on a site: a request for anything else was written by another program than this, and
// would run with the rights of the approver.
var Acts = []string{"archive", "catalogue", "grant", "mall", "operators", "players",
	"playthrough", "props", "rain", "recharge", "retrievals", "rooms", "settings", "withdrawals"}

// ErrNoAct is a request for what is no act.
var ErrNoAct = errors.New("it asks for what is no act on a site")

// Approve carries a request out: its command runs as it was given, signed by the second operator.
func (s *Session) Approve(ctx context.Context, at Database, by Key, n int64) error {
	return s.open(ctx, at, func(db store.Engine) error {
		acting, err := s.acting(ctx, db, by)
		if err != nil {
			return err
		}
		if acting == nil {
			return errors.New("nobody is an operator of this site")
		}
		from := operators.FromLedger(db)
		ask, _, err := operators.ReadAsk(ctx, from, acting.Roster, n)
		if err != nil {
			return err
		}
		if _, _, err := operators.ReadApproval(ctx, from, acting.Roster, n); !errors.Is(err, store.ErrNotFound) {
			return errors.Join(operators.ErrApproved, err)
		}
		acting.Command, acting.Ask, acting.Worth = ask.Command, n, ask.WorthCents
		if err := acting.MayApprove(ask); err != nil {
			return err
		}
		if len(ask.Command) == 0 || !slices.Contains(Acts, ask.Command[0]) {
			return fmt.Errorf("%w: %s", ErrNoAct, Words(ask.Command))
		}
		if s.Again == nil {
			return errors.New("this program cannot run what was asked for")
		}
		s.Printf("request %d by %s: jadebox %s\n", n, ask.Operator, Words(ask.Command))
		run := *s
		run.Store, run.approving, run.files = db, signed(db, acting), ask.Files
		if run.files == nil {
			run.files = map[string]string{}
		}
		return s.Again(&run, ask.Command)
	})
}

// needsSecond is an act of so many cents that one operator alone may not do.
type needsSecond int64

func (n needsSecond) Error() string { return "it waits for a second operator" }

// Waits reports whether an error of Above is that the act waits for a second operator.
func Waits(err error) bool {
	_, waits := errors.AsType[needsSecond](err)
	return waits
}

// Nothing is the worth of what gives nothing away, where a setting that orders gifts is changed: said, it lets one
// operator take back what was ordered; unsaid, such a change waits for a second one.
const Nothing = 1

// Above declares what an act is worth, in cents, before it is done: operators.Whatever for what has no amount. It is an
// error that Act understands when that waits for a second operator; a command only passes it on.
func Above(ctx context.Context, db Ledger, worthCents int64) error {
	return db.signing().above(ctx, worthCents)
}

func (e *signing) above(ctx context.Context, worthCents int64) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = true
	if e.acting == nil {
		return nil
	}
	if e.acting.Ask != 0 { // what was approved is this much, and no more
		if worthCents > e.acting.Worth {
			return fmt.Errorf("it is worth %d cents now, and %d were approved: ask again", worthCents, e.acting.Worth)
		}
		return nil
	}
	limit, err := operators.SecondAbove.Read(ctx, e)
	if err != nil {
		limit = operators.Limit{Cents: 1} // one that cannot be read lets no operator act alone
	}
	if limit.Needs(worthCents) {
		return needsSecond(worthCents)
	}
	if limit.DayCents > 0 && worthCents > Nothing {
		today, err := e.acting.Today(ctx, operators.FromLedger(e.store))
		if err != nil {
			return err
		}
		if limit.NeedsOfDay(today.Cents + worthCents) {
			return needsSecond(worthCents)
		}
		e.today = &today
	}
	e.acting.Worth = worthCents
	return nil
}

// AboveSetting is Above for a change of a setting: what moves a return, orders gifts or says who decides is worth
// whatever it brings.
func AboveSetting(ctx context.Context, db Ledger, name string) error {
	e := db.signing()
	e.tell()
	if by := e.acting; by != nil && by.Ask == 0 && registry.Moves(name) && e.worth() == 0 {
		return Above(ctx, db, operators.Whatever)
	}
	return nil
}

// Free declares that an act takes nothing out of the house, which one operator may do alone. It is no Above of Nothing:
// a setting that is set with it is still worth whatever it brings.
func Free(db Ledger) { db.signing().tell() }

func (e *signing) tell() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = true
}

// worth is what the act is worth in cents, by what was said of it.
func (e *signing) worth() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.acting.Worth
}
