package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// Names of the checks, in their order. Those between CheckNumber and CheckLog are of some kinds only.
const (
	CheckForm       = "form"
	CheckContext    = "context"
	CheckOpened     = "opened"
	CheckBefore     = "before"
	CheckBeacon     = "beacon"
	CheckSlot       = "slot"
	CheckKey        = "key"
	CheckTicket     = "ticket"
	CheckServerSeed = "server-seed"
	CheckServerHash = "server-hash"
	CheckNumber     = "number"
	CheckOdds       = "odds"
	CheckItem       = "item"
	CheckTerms      = "terms"
	CheckRate       = "rate"
	CheckSection    = "section"
	CheckBots       = "bots"
	CheckScore      = "score"
	CheckTie        = "tie"
	CheckParts      = "parts"
	CheckWinners    = "winners"
	CheckBottle     = "bottle"
	CheckCard       = "card"
	CheckAmounts    = "amounts"
	CheckClaim      = "claim"
	CheckLog        = "log"
	CheckCheckpoint = "checkpoint"
	CheckWitnesses  = "witnesses"
	CheckMine       = "mine"
)

// A kind is what is particular to one kind of bundle. It is made for one run and keeps the leaves that it has read.
type kind interface {
	// form reads the leaves and checks counts, so that the rest can index freely.
	form(v *verification) error
	// context checks what the context fixes beside scope and round.
	context() error
	// outcome makes the checks from ticket on that only this kind has.
	outcome(v *verification)
	// logged is the leaf that Logged proves; an error says that it ends another result.
	logged(v *verification) (leaf string, err error)
}

func kindOf(name string) kind {
	switch name {
	case fairness.KindBox:
		return new(boxDraw)
	case fairness.KindUpgrade:
		return new(upgradeDraw)
	case fairness.KindBattle:
		return new(battle)
	case fairness.KindRoll:
		return new(roll)
	case fairness.KindWish:
		return new(wish)
	case fairness.KindLuckycard:
		return new(flip)
	case fairness.KindRain:
		return new(window)
	}
	return nil
}

// A promise is what every context leaf fixes before the value of its round exists.
type promise struct {
	log, scope, commit string
	height             int
	beacon             box2.Beacon
	atMS               int64
}

// An opening is a slot key that the results show.
type opening struct {
	n   uint64
	key fairness.Key
}

// Report is the outcome of a verification. OK means that no check failed but that of the device's own line: where a
// sound proof is not what the device knows stands in Differs.
type Report struct {
	fairness.Report
	Differs []fairness.Difference `json:"differs"`
}

// verification is a run over one bundle. What form has read can be relied on by all other checks.
type verification struct {
	b       *Bundle
	trust   Trust
	report  Report
	kind    kind
	promise promise
	locked  string // text of the leaf that names the round, which Opened proves; the context but for a flip
	ctx     string // its hash, in derivations
	beacon  fairness.Beacon
	opens   []opening
	draws   []draw
	opened  inclusion
	logged  inclusion
}

// Verify makes every check that the bundle allows, with what the reader trusts. The error, which wraps
// fairness.ErrInput, says that trust is incomplete; what is wrong with a bundle stands in the report.
func Verify(b *Bundle, trust Trust) (Report, error) {
	if err := trust.check(); err != nil {
		return Report{}, err
	}
	v := &verification{b: b, trust: trust, report: Report{Report: fairness.Report{OK: true}}}
	err := v.form()
	v.add(CheckForm, "ids, counts and leaves are well-formed", err)
	if err != nil {
		return v.report, nil
	}
	v.opened, v.logged = readInclusion(b.Opened), readInclusion(b.Logged)
	v.add(CheckContext, "what was locked names its scope, this log and the only round that it may", v.context())
	v.before()
	v.add(CheckBeacon, fmt.Sprintf("%s, round %d", b.Beacon.Source, b.Beacon.Round),
		v.checkBeacon(v.beacon, v.promise.beacon))
	v.add(CheckSlot, "the keys shown lead to the commitment", v.slots())
	v.key()
	v.kind.outcome(v)
	v.end()
	v.mine()
	return v.report, nil
}

func (v *verification) add(name, detail string, err error) {
	if err != nil {
		v.report.OK = false
		detail = err.Error()
	}
	v.report.Checks = append(v.report.Checks, fairness.Check{Name: name, OK: err == nil, Detail: detail})
}

func (v *verification) skip(name, why string) {
	v.report.Checks = append(v.report.Checks, fairness.Check{Name: name, Skipped: true, Detail: why})
}

func mismatch(format string, args ...any) error {
	return fmt.Errorf("%w: %s", fairness.ErrMismatch, fmt.Sprintf(format, args...))
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", fairness.ErrInput, fmt.Sprintf(format, args...))
}

func (v *verification) form() error {
	if v.b == nil || v.b.Format != Format {
		return malformed("not a %s bundle", Format)
	}
	b := v.b
	if v.kind = kindOf(b.Kind); v.kind == nil {
		return malformed("bundle kind %q", b.Kind)
	}
	for part, has := range map[string]bool{
		fairness.KindUpgrade: b.Upgrade != nil, fairness.KindBattle: b.Battle != nil, fairness.KindRoll: b.Roll != nil,
		fairness.KindLuckycard: b.Luckycard != nil, fairness.KindRain: b.Rain != nil,
	} {
		if has != (part == b.Kind) {
			return malformed("part %s of a %s bundle", part, b.Kind)
		}
	}
	if b.Key != "" {
		if _, err := fairness.ParseKey(b.Key); err != nil {
			return err
		}
	}
	var err error
	if v.beacon, err = b.Beacon.read(); err != nil {
		return err
	}
	v.locked = b.Context
	if err := v.kind.form(v); err != nil {
		return err
	}
	v.ctx = box2.Hash([]byte(v.locked))
	if len(b.Slot) != len(v.opens) {
		return malformed("%d slots for %d keys", len(b.Slot), len(v.opens))
	}
	return nil
}

// read checks the form of a beacon; its value is the hash of the signature or of the link.
func (b Beacon) read() (fairness.Beacon, error) {
	origin := b.Signature
	if b.Source == fairness.BeaconLocal {
		origin = b.Link
	}
	raw, err := hex.DecodeString(origin)
	if err != nil {
		return fairness.Beacon{}, malformed("beacon: %v", err)
	}
	value := sha256.Sum256(raw)
	read := fairness.Beacon{
		Source: b.Source, Round: b.Round, Value: hex.EncodeToString(value[:]),
		Proof: fairness.BeaconProof{Link: b.Link, AnchorRound: b.AnchorRound, Anchor: b.Anchor, Signature: b.Signature},
	}
	return read, fairness.CheckBeacon(read)
}

// open notes a slot key that the results show.
func (v *verification) open(n uint64, key string) (fairness.Key, error) {
	k, err := fairness.ParseKey(key)
	if err != nil {
		return fairness.Key{}, fmt.Errorf("slot key: %w", err)
	}
	v.opens = append(v.opens, opening{n, k})
	return k, nil
}

// parse reads a leaf as the type that is expected in its place.
func parse[T any](text string) (*T, error) {
	l, err := box2.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	typed, ok := any(l).(*T)
	if !ok {
		return nil, malformed("leaf %s is not expected there", l.Title())
	}
	return typed, nil
}

func (v *verification) context() error {
	p := v.promise
	for _, in := range []inclusion{v.opened, v.logged} {
		if in.err == nil && in.origin != p.log {
			return mismatch("the context is of log %q, a proof of %q", p.log, in.origin)
		}
	}
	if err := v.checkExact(p.beacon, p.atMS); err != nil {
		return err
	}
	return v.kind.context()
}

// before makes the checks opened and before.
func (v *verification) before() {
	c, err := v.openCheckpoint(v.opened)
	quorum := !errors.Is(err, box2.ErrQuorum)
	if quorum && err != nil {
		v.add(CheckOpened, "", err)
		v.skip(CheckBefore, "the checkpoint does not hold")
		return
	}
	v.add(CheckOpened, fmt.Sprintf("leaf %d of %d", v.opened.index, c.Size), v.opened.holds(v.locked))
	switch {
	case !v.trust.Policy.NeedsQuorum():
		v.skip(CheckBefore, "the policy asks for no witnesses")
	case v.trust.schedule(v.promise.beacon) == nil:
		v.skip(CheckBefore, "the house's chain is not known to the reader")
	case !quorum:
		v.add(CheckBefore, "", err)
	default:
		v.add(CheckBefore, fmt.Sprintf("cosigned by a quorum at %d s", c.QuorumTime),
			v.checkBefore(c, v.promise.beacon, v.promise.atMS))
	}
}

// checkBefore is the before rule for a leaf of that time that names the round; nil where it cannot be applied.
func (v *verification) checkBefore(c box2.Cosigned, named box2.Beacon, atMS int64) error {
	schedule := v.trust.schedule(named)
	if schedule == nil || !v.trust.Policy.NeedsQuorum() {
		return nil
	}
	return box2.CheckBefore(atMS, schedule.DueMS(named.Round), c.QuorumTime)
}

// checkExact is the exact-round rule; nil for a local chain that the reader does not know, which has no schedule.
func (v *verification) checkExact(named box2.Beacon, atMS int64) error {
	if schedule := v.trust.schedule(named); schedule != nil {
		return box2.CheckExact(schedule, named, atMS)
	}
	return nil
}

// openCheckpoint verifies the checkpoint of a proof under the reader's policy.
func (v *verification) openCheckpoint(in inclusion) (box2.Cosigned, error) {
	if in.err != nil {
		return box2.Cosigned{}, in.err
	}
	return box2.OpenCheckpoint(in.note, v.trust.Policy)
}

// checkBeacon is nil when a value is that of the round that was named.
func (v *verification) checkBeacon(b fairness.Beacon, named box2.Beacon) error {
	if b.Source != named.Source || b.Round != named.Round {
		return mismatch("%s round %d, %s round %d was named", b.Source, b.Round, named.Source, named.Round)
	}
	if b.Source == fairness.BeaconDrand {
		return v.trust.Drand.Check(b)
	}
	if err := fairness.CheckLocalBeacon(b); err != nil {
		return err
	}
	if c := v.trust.chain(b.Round); c != nil {
		return fairness.CheckLocalBeaconFrom(b, c.Anchor.Round, c.Anchor.Link)
	}
	return nil
}

func (v *verification) slots() error {
	p := v.promise
	for i, o := range v.opens {
		if v.b.Slot[i].N != o.n {
			return mismatch("path of slot %d, the key is that of %d", v.b.Slot[i].N, o.n)
		}
		if err := slot.Check(p.scope, p.height, o.n, o.key, v.b.Slot[i].Path, p.commit); err != nil {
			return err
		}
	}
	return nil
}

func (v *verification) key() {
	if v.b.Key == "" {
		v.skip(CheckKey, "the scope is still open")
		return
	}
	v.add(CheckKey, "K gives the commitment and every key that is shown", v.checkKey())
}

func (v *verification) checkKey() error {
	k, err := fairness.ParseKey(v.b.Key)
	if err != nil {
		return err
	}
	if err := slot.CheckKey(k, v.promise.scope, v.promise.height, v.promise.commit); err != nil {
		return err
	}
	for _, o := range v.opens {
		if want, err := slot.Key(k, v.promise.scope, o.n); err != nil || want != o.key {
			return mismatch("K gives another key of slot %d", o.n)
		}
	}
	return nil
}

// end makes the checks log, checkpoint and witnesses.
func (v *verification) end() {
	if v.b.Logged == "" {
		for _, name := range []string{CheckLog, CheckCheckpoint, CheckWitnesses} {
			v.skip(name, "not in the public log yet")
		}
		return
	}
	v.add(CheckLog, fmt.Sprintf("leaf %d of %d", v.logged.index, v.logged.size), v.ended())
	c, err := v.openCheckpoint(v.logged)
	quorum := !errors.Is(err, box2.ErrQuorum)
	if quorum && err != nil {
		v.add(CheckCheckpoint, "", err)
		v.skip(CheckWitnesses, "the checkpoint does not hold")
		return
	}
	v.add(CheckCheckpoint, "signed by "+c.Origin, nil)
	if !v.trust.Policy.NeedsQuorum() {
		v.skip(CheckWitnesses, "the policy asks for none")
		return
	}
	v.add(CheckWitnesses, fmt.Sprintf("cosigned by %d", len(c.Times)), err)
}

// ended checks the leaf that ends the result, and that it stands behind the one that began it.
func (v *verification) ended() error {
	leaf, err := v.kind.logged(v)
	if err != nil {
		return err
	}
	if err := v.logged.holds(leaf); err != nil {
		return err
	}
	if v.opened.err == nil && v.logged.index <= v.opened.index {
		return mismatch("leaf %d is not behind leaf %d", v.logged.index, v.opened.index)
	}
	return nil
}
