package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// What a site sells and by which settings is a chain of changes in the journal: each is an op that holds the hash of
// the change before it, so that it cannot be rewritten later. The tables of settings, boxes and items are
// what the changes come to: an engine writes the op first, and then the rows, which the next change writes if it
// could not.

// KindRules is the op kind of a change. Its result is a RulesChange.
const KindRules = "rules.change"

// RulesChange is one change; one of its parts is set.
type RulesChange struct {
	N         int64            `json:"n"`      // from 1, without a gap
	Before    string           `json:"before"` // hex SHA-256 of the change before's result; of the first, RulesBegin
	AtMS      int64            `json:"atMs"`
	Setting   *SettingVersion  `json:"setting,omitempty"`
	Box       *Box             `json:"box,omitempty"`
	Items     []ItemChange     `json:"items,omitempty"`
	Catalogue *CatalogueChange `json:"catalogue,omitempty"`
	Begin     bool             `json:"begin,omitempty"` // what was there before there were changes
}

// CatalogueChange is what a file of the catalogue changed, all of it or nothing. Each part is in force from a time of
// its own, which may be to come.
type CatalogueChange struct {
	FromMS int64        `json:"fromMs"` // when the items change
	Items  []ItemChange `json:"items,omitempty"`
	Boxes  []Box        `json:"boxes,omitempty"` // new versions, in force from their At
	File   string       `json:"file"`            // hex SHA-256 of the file
	Author string       `json:"author"`
	Note   string       `json:"note,omitempty"`
}

// From is when the items of a change change, unless it was superseded meanwhile.
func (c RulesChange) From() time.Time {
	if c.Catalogue != nil {
		return time.UnixMilli(c.Catalogue.FromMS).UTC()
	}
	return time.UnixMilli(c.AtMS).UTC()
}

// DatedItem is an item definition and the change that brought it, 0 for what was there before there were any.
type DatedItem struct {
	N   int64
	At  time.Time
	Def ItemDef
}

// ItemsAt are the definitions in force at a time, by id: of each item the newest whose time has come.
func ItemsAt(all []DatedItem, at time.Time) []ItemDef {
	return newestItems(all, func(d DatedItem) bool { return d.N == 0 || !d.At.After(at) })
}

// NewestItems are what all changes come to, those to come included.
func NewestItems(all []DatedItem) []ItemDef {
	return newestItems(all, func(DatedItem) bool { return true })
}

func newestItems(all []DatedItem, counts func(DatedItem) bool) []ItemDef {
	newest := map[DefID]DatedItem{}
	for _, d := range all {
		if old, known := newest[d.Def.ID]; counts(d) && (!known || d.N >= old.N) {
			newest[d.Def.ID] = d
		}
	}
	var list []ItemDef
	for _, id := range slices.Sorted(maps.Keys(newest)) {
		list = append(list, newest[id].Def)
	}
	return list
}

// BoxAt is the version of a box in force at a time, the newest whose time has come, of all versions of one box.
func BoxAt(versions []Box, at time.Time) (b Box, ok bool) {
	for _, v := range versions {
		if !v.At.After(at) && (!ok || v.Version > b.Version) {
			b, ok = v, true
		}
	}
	return b, ok
}

// ItemChange is an item definition that is new, or has another price than before.
type ItemChange struct {
	Def       ItemDef `json:"def"`
	New       bool    `json:"new,omitempty"`
	FromCents int64   `json:"fromCents"`
}

// RulesKey is the key of the n-th change, in the house's key space.
func RulesKey(n int64) string { return "rules:" + strconv.FormatInt(n, 10) }

// RulesHash is the hash by which the next change names this one.
func RulesHash(result []byte) string {
	sum := sha256.Sum256(result)
	return hex.EncodeToString(sum[:])
}

// ReadRules reads the stored result of a change.
func ReadRules(result []byte) (c RulesChange, err error) {
	if err = json.Unmarshal(result, &c); err != nil {
		err = fmt.Errorf("store: a change of rules: %w", err)
	}
	return c, err
}

// Rules is everything that changes come to.
type Rules struct {
	Settings []SettingVersion
	Boxes    []Box       // all versions
	Items    []ItemDef   // the newest, those to come included
	Dated    []DatedItem // all that there ever were
}

// RulesBegin is the hash of what was there before the first change: of what is worth something.
func RulesBegin(r Rules) string {
	var lines []string
	for _, v := range r.Settings {
		sum := sha256.Sum256(v.Value)
		lines = append(lines, fmt.Sprintf("setting %q %d %t %x %d %q", v.Name, v.Version, v.Value == nil, sum,
			micros(v.At), v.Author))
	}
	for _, b := range r.Boxes {
		lines = append(lines, "box "+boxText(b))
	}
	for _, d := range r.Items {
		lines = append(lines, fmt.Sprintf("item %d %d", d.ID, d.PriceCents))
	}
	slices.Sort(lines)
	h := sha256.New()
	for _, l := range lines {
		fmt.Fprintln(h, l)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// boxText is what of a box's version is worth something.
func boxText(b Box) string {
	return fmt.Sprintf("%d %d %d %v %s", b.ID, b.Version, b.PriceCents, b.Entries, b.OddsHash)
}

// SameBox reports whether two boxes differ in nothing that is worth something.
func SameBox(a, b Box) bool { return boxText(a) == boxText(b) }

// RulesKeeper is what changing the rules needs of an engine.
type RulesKeeper interface {
	// Lookup and CommitNow are Ledger's; CommitNow does not wait for another that may be waiting for the caller.
	Lookup(ctx context.Context, player PlayerID, key string) (Receipt, error)
	CommitNow(ctx context.Context, op *Op) (Receipt, error)
	Rules(ctx context.Context) (Rules, error)
	// ApplyRules writes the rows of a change that are not there yet.
	ApplyRules(ctx context.Context, c RulesChange) error
}

// ChangeRules makes the next change: build is given what is there once every change before is applied, and gives a
// change, or nil for none. ErrConflict when another's came first.
func ChangeRules(ctx context.Context, k RulesKeeper, now time.Time, build func(Rules) (*RulesChange, error)) error {
	n, before, err := BeginRules(ctx, k, now)
	if err != nil {
		return err
	}
	rules, err := k.Rules(ctx)
	if err != nil {
		return err
	}
	change, err := build(rules)
	if err != nil || change == nil {
		return err
	}
	if _, err := appendChange(ctx, k, now, n+1, before, change); err != nil {
		return err
	}
	return k.ApplyRules(ctx, *change)
}

// BeginRules sees to it that every change is applied, and gives the number and the hash of the newest. Where there is
// none, but something that could have been changed, it makes the first, which says what was there before.
func BeginRules(ctx context.Context, k RulesKeeper, now time.Time) (n int64, hash string, err error) {
	if n, hash, err = lastChange(ctx, k); err != nil || n > 0 {
		return n, hash, err
	}
	rules, err := k.Rules(ctx)
	if err != nil {
		return 0, "", err
	}
	begin := RulesBegin(rules)
	if len(rules.Settings)+len(rules.Boxes)+len(rules.Items) == 0 {
		return 0, begin, nil
	}
	hash, err = appendChange(ctx, k, now, 1, begin, &RulesChange{Begin: true})
	return 1, hash, err
}

// lastChange finds the newest change, sees to it that it is applied, and gives its number and hash.
func lastChange(ctx context.Context, k RulesKeeper) (n int64, hash string, err error) {
	there := func(n int64) (Receipt, bool, error) {
		rec, err := k.Lookup(ctx, 0, RulesKey(n))
		if errors.Is(err, ErrNotFound) {
			return rec, false, nil
		}
		return rec, err == nil, err
	}
	last, beyond := int64(0), int64(1)
	var newest Receipt
	for { // twice as far as long as there is one
		rec, known, err := there(beyond)
		if err != nil {
			return 0, "", err
		}
		if !known {
			break
		}
		last, newest, beyond = beyond, rec, 2*beyond
	}
	for last+1 < beyond {
		middle := (last + beyond) / 2
		rec, known, err := there(middle)
		if err != nil {
			return 0, "", err
		}
		if known {
			last, newest = middle, rec
		} else {
			beyond = middle
		}
	}
	if last == 0 {
		return 0, "", nil
	}
	change, err := ReadRules(newest.Result)
	if err == nil {
		err = k.ApplyRules(ctx, change)
	}
	return last, RulesHash(newest.Result), err
}

func appendChange(ctx context.Context, k RulesKeeper, now time.Time, n int64, before string, c *RulesChange) (string,
	error) {
	c.N, c.Before, c.AtMS = n, before, now.UnixMilli()
	result, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	op := &Op{Key: RulesKey(n), Kind: KindRules, Request: sha256.Sum256(result), At: now, Result: result}
	if witness, ok := ctx.Value(witnessKey{}).(Witness); ok {
		if err := witness(ctx, op); err != nil {
			return "", err
		}
	}
	_, err = k.CommitNow(ctx, op)
	if errors.Is(err, ErrKeyReused) {
		err = fmt.Errorf("%w: the rules have changed", ErrConflict)
	}
	return RulesHash(result), err
}

// Witness is told of a change before it is committed, and may refuse it. It may commit ops of its own.
type Witness func(ctx context.Context, op *Op) error

type witnessKey struct{}

// Witnessed has the changes of settings and of the catalogue told to a witness first: the op of a change is made within
// the engine, where the next number and the hash of the change before are known.
func Witnessed(ctx context.Context, w Witness) context.Context {
	return context.WithValue(ctx, witnessKey{}, w)
}

// PutItems makes the changes that a list of definitions is beside those that are there. What only looks otherwise is no
// change, and written as it is.
func PutItems(ctx context.Context, k RulesKeeper, now func() time.Time, defs []ItemDef) error {
	for part := range slices.Chunk(defs, itemsAtOnce) {
		if err := again(func() error {
			return ChangeRules(ctx, k, now(), func(r Rules) (*RulesChange, error) {
				known := make(map[DefID]ItemDef, len(r.Items))
				for _, d := range r.Items {
					known[d.ID] = d
				}
				var c RulesChange
				for _, d := range part {
					old, there := known[d.ID]
					if !there || old.PriceCents != d.PriceCents {
						c.Items = append(c.Items, ItemChange{d, !there, old.PriceCents})
					}
				}
				if len(c.Items) == 0 {
					return nil, nil
				}
				return &c, nil
			})
		}); err != nil {
			return err
		}
	}
	return nil
}

// PutVersion makes the change that a version of a box is; ErrConflict for another table or price under a version that
// is there, and for an older version. What only looks otherwise is no change.
func PutVersion(ctx context.Context, k RulesKeeper, now func() time.Time, b Box) error {
	return again(func() error {
		stale := false
		err := ChangeRules(ctx, k, now(), func(r Rules) (*RulesChange, error) {
			var latest *Box
			for i := range r.Boxes {
				if x := &r.Boxes[i]; x.ID == b.ID && (latest == nil || x.Version > latest.Version) {
					latest = x
				}
			}
			if latest != nil && (b.Version < latest.Version || b.Version == latest.Version &&
				(b.PriceCents != latest.PriceCents || !slices.Equal(b.Entries, latest.Entries))) {
				stale = true
				return nil, fmt.Errorf("%w: box %d version %d", ErrConflict, b.ID, b.Version)
			}
			if latest != nil && SameBox(*latest, b) {
				return nil, nil
			}
			return &RulesChange{Box: &b}, nil
		})
		if stale {
			return fmt.Errorf("%w: %w", errStale, err)
		}
		return err
	})
}

// PutCatalogue makes the change of the catalogue that build finds to be made, as ChangeRules; it is asked again when
// another change came first.
func PutCatalogue(ctx context.Context, k RulesKeeper, now func() time.Time,
	build func(Rules) (*CatalogueChange, error)) error {
	return again(func() error {
		return ChangeRules(ctx, k, now(), func(r Rules) (*RulesChange, error) {
			c, err := build(r)
			if c == nil || err != nil {
				return nil, err
			}
			return &RulesChange{Catalogue: c}, nil
		})
	})
}

var errStale = errors.New("store: older than what is there")

const (
	itemsAtOnce = 500
	againMost   = 5
)

// again tries a change again that another came before.
func again(try func() error) (err error) {
	for range againMost {
		if err = try(); !errors.Is(err, ErrConflict) || errors.Is(err, errStale) {
			return err
		}
	}
	return err
}
