package operator

import (
	"context"
	"errors"
	"fmt"
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
func (s *Session) Act(ctx context.Context, at Database, by By, do func(store.Engine) error) error {
	return s.With(ctx, at, func(db store.Engine) error { return s.ActOn(ctx, db, by, do) })
}

// ActOn is Act on the store that With gives.
func (s *Session) ActOn(ctx context.Context, db store.Engine, by By, do func(store.Engine) error) error {
	if s.approving {
		return do(db)
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
	err = do(&signing{Engine: db, Acting: acting})
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
func SignerOf(db store.Engine) (operators.Signer, bool) {
	e, acts := db.(*signing)
	if !acts {
		return operators.Signer{}, false
	}
	return e.By, true
}

// alone acts where there are no operators.
func alone(ctx context.Context, db store.Engine, do func(store.Engine) error) error {
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
	return do(db)
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

// elsewhere are the flags that are no part of what a command does: where the site is, whose key signs, and where a new
// key is kept.
var elsewhere = []string{"--data", "--database-url", "--archive", "--operator-key", "--config", "--file"}

// command is what was asked for, without where; the operator who asks is in it, also when the environment says it.
func (s *Session) command(by By) (kept []string) {
	named := false
	for i := 0; i < len(s.Args); i++ {
		name, _, whole := strings.Cut(s.Args[i], "=")
		if slices.Contains(elsewhere, name) {
			if !whole {
				i++
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
var Acts = []string{"archive", "catalogue", "grant", "maintenance", "mall", "notice", "operators", "players",
	"playthrough", "props", "rain", "recharge", "retrievals", "rooms", "settings", "withdrawals"}

// ErrNoAct is a request for what is no act.
var ErrNoAct = errors.New("it asks for what is no act on a site")

// Approve carries a request out: its command runs as it was given, signed by the second operator.
func (s *Session) Approve(ctx context.Context, at Database, by Key, n int64) error {
	return s.With(ctx, at, func(db store.Engine) error {
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
		run.Store, run.approving, run.files = &signing{Engine: db, Acting: acting}, true, ask.Files
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
func Above(ctx context.Context, db store.Engine, worthCents int64) error {
	e, acts := db.(*signing)
	if !acts {
		return nil
	}
	if e.Ask != 0 { // what was approved is this much, and no more
		if worthCents > e.Worth {
			return fmt.Errorf("it is worth %d cents now, and %d were approved: ask again", worthCents, e.Worth)
		}
		return nil
	}
	limit, err := operators.SecondAbove.Read(ctx, db)
	if err != nil {
		limit = operators.Limit{Cents: 1} // one that cannot be read lets no operator act alone
	}
	if limit.Needs(worthCents) {
		return needsSecond(worthCents)
	}
	if limit.DayCents > 0 && worthCents > Nothing {
		today, err := e.Today(ctx, operators.FromLedger(e.Engine))
		if err != nil {
			return err
		}
		if limit.NeedsOfDay(today.Cents + worthCents) {
			return needsSecond(worthCents)
		}
		e.today = &today
	}
	e.Worth = worthCents
	return nil
}

// AboveSetting is Above for a change of a setting: what moves a return, orders gifts or says who decides is worth
// whatever it brings.
func AboveSetting(ctx context.Context, db store.Engine, name string) error {
	if e, acts := db.(*signing); acts && e.Worth == 0 && e.Ask == 0 && registry.Moves(name) {
		return Above(ctx, db, operators.Whatever)
	}
	return nil
}

// signing is the store of a command on a site with operators: what is committed through it is signed before.
type signing struct {
	store.Engine
	*operators.Acting
	approved bool
	today    *operators.DaySum // that is to be counted up; nil: nothing is
}

// sign says beforehand that an op is this operator's; the first of a request says that it is approved, and the first
// that is done alone counts for the day.
func (e *signing) sign(ctx context.Context, op *store.Op) error {
	if e.Ask != 0 && !e.approved {
		if err := e.Approve(ctx, e.Engine); err != nil {
			return err
		}
		e.approved = true
	}
	if e.today != nil {
		if err := e.Count(ctx, e.Engine, *e.today); err != nil {
			return err
		}
		e.today = nil
	}
	return e.Sign(ctx, e.Engine, op)
}

// Commit implements store.Ledger.
func (e *signing) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	if err := e.sign(ctx, op); err != nil {
		return store.Receipt{}, err
	}
	return e.Engine.Commit(ctx, op)
}

// Submit implements store.Ledger.
func (e *signing) Submit(op *store.Op, done func(store.Receipt, error)) {
	go func() { done(e.Commit(context.Background(), op)) }()
}

// SetSetting implements store.Settings.
func (e *signing) SetSetting(ctx context.Context, c store.SettingChange) (int64, error) {
	if err := AboveSetting(ctx, e, c.Name); err != nil {
		return 0, err
	}
	return e.Engine.SetSetting(store.Witnessed(ctx, e.sign), c)
}

// ChangeCatalogue implements store.Catalog.
func (e *signing) ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error {
	return e.Engine.ChangeCatalogue(store.Witnessed(ctx, e.sign), build)
}

// SetProfile implements store.Players: a role is given by an op, so that the journal has who gave it.
func (e *signing) SetProfile(ctx context.Context, id store.PlayerID, change store.ProfileChange) error {
	if change.Roles != nil {
		op, err := operators.Roles{Player: id, Roles: *change.Roles}.Op(e.Now())
		if err == nil {
			_, err = e.Commit(ctx, op)
		}
		if err != nil {
			return err
		}
	}
	return e.Engine.SetProfile(ctx, id, change)
}
