package operators

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// Roster is who is an operator, and since when: the chain of its changes.
type Roster struct {
	Changes []Change
	hashes  []string
	at      []time.Time
}

// ReadRoster reads and verifies all changes; beside an error it gives those that come before it.
func ReadRoster(ctx context.Context, from Reader) (*Roster, error) {
	r := &Roster{}
	for n := int64(1); ; n++ {
		c, result, at, err := read[Change](ctx, from, RosterKey(n))
		if errors.Is(err, store.ErrNotFound) {
			return r, nil
		}
		if err == nil {
			err = r.follows(c, at)
		}
		if err != nil {
			return r, fmt.Errorf("operators: change %d: %w", n, err)
		}
		r.Changes, r.hashes, r.at = append(r.Changes, c), append(r.hashes, Hash(result)), append(r.at, at)
	}
}

// ReadChange reads an op of KindRoster, whatever its signature.
func ReadChange(op *store.Op) (Change, error) { return decode[Change](op.Result) }

// follows reports why a change cannot be the next one.
func (r *Roster) follows(c Change, at time.Time) error {
	n := len(r.Changes)
	before, by := "", c.Key
	if n > 0 {
		before = r.hashes[n-1]
		by = r.current()[c.By]
	}
	_, known := r.current()[c.Name]
	switch {
	case c.N != int64(n)+1 || c.Before != before || c.AtMS != at.UnixMilli():
		return errors.New("it does not follow the one before")
	case n > 0 && at.Before(r.at[n-1]):
		return errors.New("it is dated before the one before")
	case n == 0 && c.By != c.Name:
		return errors.New("the first operator has nobody else's signature")
	case known == (c.Key != ""):
		return fmt.Errorf("%q is an operator already, or is none", c.Name)
	case c.Key == "" && len(r.current()) == 1:
		return errors.New("nobody would be left")
	}
	if err := CheckName(c.Name); err != nil {
		return err
	}
	if _, err := publicKey(c.Key); c.Key != "" && err != nil {
		return err
	}
	key, err := publicKey(by)
	if err != nil {
		return fmt.Errorf("%w: %q", ErrNobody, c.By)
	}
	text, err := c.text()
	return verify(key, c.Signature, text, err)
}

func publicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("operators: a public key has %d hex digits", 2*ed25519.PublicKeySize)
	}
	return key, nil
}

// current are the keys of those who are operators now, by name.
func (r *Roster) current() map[string]string {
	keys := map[string]string{}
	for _, c := range r.Changes {
		if keys[c.Name] = c.Key; c.Key == "" {
			delete(keys, c.Name)
		}
	}
	return keys
}

// Empty reports whether there never was an operator.
func (r *Roster) Empty() bool { return len(r.Changes) == 0 }

// Since is when there was the first operator: from then on acts are signed.
func (r *Roster) Since() time.Time {
	if r.Empty() {
		return time.Time{}
	}
	return r.at[0]
}

// Site is what acts name this site by.
func (r *Roster) Site() string {
	if r.Empty() {
		return ""
	}
	return r.hashes[0]
}

// Names reports whether a name is, or was, an operator's.
func (r *Roster) Names(name string) bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Name == name })
}

// NeedsSecond reports whether a change waits for a second operator where acts of some worth do: another operator, and a
// retirement that leaves one. An operator who could do that alone would be the second operator of what they ask for.
// One key of several that is lost or stolen is retired by any operator at once.
func (r *Roster) NeedsSecond(adds bool) bool {
	n := len(r.current())
	return n > 1 && (adds || n == 2)
}

// NeededSecond is NeedsSecond of a change that was made, the i-th from 0.
func (r *Roster) NeededSecond(i int) bool {
	before := Roster{Changes: r.Changes[:i]}
	return before.NeedsSecond(r.Changes[i].Key != "")
}

// KeyAt is the key of an operator at a time; ErrNobody. It still signs in the millisecond in which it is retired: that
// may be what it signs.
func (r *Roster) KeyAt(name string, at time.Time) (ed25519.PublicKey, error) {
	held := ""
	for i, c := range r.Changes {
		if c.Name == name && (r.at[i].Before(at) || c.Key != "" && r.at[i].Equal(at)) {
			held = c.Key
		}
	}
	key, err := publicKey(held)
	if err != nil {
		return nil, fmt.Errorf("%w: %q", ErrNobody, name)
	}
	return key, nil
}

// Signer is an operator at work.
type Signer struct {
	Name string
	Key  ed25519.PrivateKey
}

// Check is ErrNobody or ErrSignature when a signer is no operator now, or has another's key.
func (r *Roster) Check(s Signer) error {
	held, known := r.current()[s.Name]
	if !known {
		return fmt.Errorf("%w: %q", ErrNobody, s.Name)
	}
	if public, ok := s.Key.Public().(ed25519.PublicKey); !ok || hex.EncodeToString(public) != held {
		return fmt.Errorf("%w: the key is not that of %q", ErrSignature, s.Name)
	}
	return nil
}

// Ledger is where what is signed is written.
type Ledger interface {
	Lookup(ctx context.Context, player store.PlayerID, key string) (store.Receipt, error)
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
}

// Add makes one more operator with a public key; Retire with nil. The first operator signs with the key that is added.
func Add(ctx context.Context, db Ledger, by Signer, name string, key ed25519.PublicKey, now time.Time) (Change, error) {
	r, err := ReadRoster(ctx, FromLedger(db))
	if err != nil {
		return Change{}, err
	}
	c := Change{N: int64(len(r.Changes)) + 1, AtMS: now.UnixMilli(), Name: name, Key: hex.EncodeToString(key),
		By: by.Name, Nonce: nonce()}
	if !r.Empty() {
		c.Before = r.hashes[len(r.hashes)-1]
		if err := r.Check(by); err != nil {
			return c, err
		}
	}
	text, err := c.text()
	if c.Signature, err = sign(by.Key, text, err); err != nil {
		return c, err
	}
	op, err := c.op()
	if err == nil {
		err = r.follows(c, op.At)
	}
	if err == nil {
		_, err = db.Commit(ctx, op)
	}
	return c, err
}

// Retire ends an operator's work: the key signs nothing that comes after the millisecond in which this is made.
func Retire(ctx context.Context, db Ledger, by Signer, name string, now time.Time) (Change, error) {
	return Add(ctx, db, by, name, nil, now)
}
