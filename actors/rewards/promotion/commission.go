package promotion

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/shop/payment"
	"jadebox/store"
)

// Op kinds of a commission.
const (
	KindPay  = "promotion.pay"
	KindBack = "promotion.back" // the provider took the recharge back, and the house the commission
)

// KeyPrefix begins the keys of all commissions, BackPrefix those of the ones that were taken back; the sign at the end
// is one that no client's key may have.
const (
	KeyPrefix  = "promotion:"
	BackPrefix = "promotion-back:"
)

// InviteePrefix is what follows KeyPrefix or BackPrefix in the keys for one invited player.
func InviteePrefix(prefix string, invitee store.PlayerID) string {
	return prefix + strconv.FormatInt(int64(invitee), 10) + ":"
}

func key(prefix string, invitee store.PlayerID, order store.OpID) string {
	return InviteePrefix(prefix, invitee) + strconv.FormatInt(int64(order), 10)
}

// PayKey and BackKey are the keys of a recharge's commission and of its end, in the inviter's key space.
func PayKey(invitee store.PlayerID, order store.OpID) string { return key(KeyPrefix, invitee, order) }

// BackKey is PayKey's counterpart.
func BackKey(invitee store.PlayerID, order store.OpID) string { return key(BackPrefix, invitee, order) }

// Commission is the stored result of a commission.
type Commission struct {
	Invitee   store.PlayerID `json:"invitee"`
	Order     store.OpID     `json:"order"`
	GemsCents int64          `json:"gemsCents"` // bought, without any bonus
	SharePPM  int64          `json:"sharePpm"`
	Cents     int64          `json:"cents"`
}

// Read reads a commission from its op.
func Read(op store.OpRecord) (c Commission, err error) {
	if err = json.Unmarshal(op.Result, &c); err != nil {
		err = fmt.Errorf("promotion: result of op %d: %w", op.ID, err)
	}
	return c, err
}

// Right reports whether an op is what its own result says: the share of the recharge from the bonus account to the
// inviter, or back, under the key of that recharge. For auditors.
func Right(op *store.Op) bool {
	var c Commission
	if json.Unmarshal(op.Result, &c) != nil || op.Player == 0 || op.Player == c.Invitee ||
		c.Cents != share(c.GemsCents, c.SharePPM) || c.SharePPM > shareMax {
		return false
	}
	k := PayKey(c.Invitee, c.Order)
	if op.Kind == KindBack {
		k = BackKey(c.Invitee, c.Order)
	}
	return op.Key == k && slices.Equal(op.Postings, c.entries(op.Player, op.Kind == KindBack))
}

// entries of a commission, or of its way back.
func (c Commission) entries(inviter store.PlayerID, back bool) []store.Posting {
	p := store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(inviter), AmountCents: c.Cents}
	if back {
		p.Debit, p.Credit = p.Credit, p.Debit
	}
	return []store.Posting{p}
}

// op is a commission, or its end, as it goes to the store.
func (c Commission) op(inviter store.PlayerID, back bool, at time.Time) (*store.Op, error) {
	kind, k := KindPay, PayKey(c.Invitee, c.Order)
	if back {
		kind, k = KindBack, BackKey(c.Invitee, c.Order)
	}
	result, err := json.Marshal(c)
	return &store.Op{Player: inviter, Key: k, Kind: kind, Request: sha256.Sum256([]byte(k)), At: at, Result: result,
		Postings: c.entries(inviter, back)}, err
}

// share rounds down: the remainder stays with the house. An order is at most 2⁴⁰ cents and a share less than 2¹⁸
// millionths.
func share(cents, ppm int64) int64 { return cents * ppm / 1_000_000 }

// SamePerson reports whether two accounts are one person's by what the store has: an account cannot invite itself,
// nor one that was opened on the same device. A device is named by the client that registers, so that it proves
// nothing: a phone or a real name, which the store gives to one account only, does (Settings.Known).
func SamePerson(a, b store.Player) bool {
	return a.ID == b.ID || a.Fingerprint != "" && a.Fingerprint == b.Fingerprint
}

// errUnknown is a recharge of a player who is not known yet.
var errUnknown = errors.New("promotion: the invited player has neither a phone nor a real name")

// owed makes the op of a recharge; nil where no inviter is to be paid, errUnknown where it waits.
func (f *follower) owed(ctx context.Context, r payment.Recharge) (*store.Op, error) {
	invitee, err := f.Store.LoadPlayer(ctx, r.Player)
	if errors.Is(err, store.ErrNotFound) || err == nil && invitee.InvitedBy == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	inviter, err := f.Store.LoadPlayer(ctx, invitee.InvitedBy)
	if errors.Is(err, store.ErrNotFound) || err == nil && (inviter.Bot || SamePerson(inviter, invitee)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if back, err := payment.Reversed(ctx, f.Store, r.Player, r.Order); back || err != nil {
		return nil, err
	}
	// docs/rules.md: it stops promotion, too
	if out, err := limits.ShutOut(ctx, f.Store, inviter.ID, f.Now()); err != nil || out {
		return nil, err
	}
	held, err := Setting.Read(ctx, f.Store)
	if err != nil {
		return nil, err
	}
	if held.Known {
		contact, err := f.Store.Contact(ctx, r.Player)
		unknown := contact.Phone == "" && contact.RealName.At.IsZero()
		switch {
		case err != nil:
			return nil, err
		case unknown && f.Now().After(due(r, held).Add(knownWithin)):
			return nil, nil
		case unknown:
			return nil, errUnknown
		}
	}
	c := Commission{Invitee: r.Player, Order: r.Order, GemsCents: r.GemsCents, SharePPM: held.SharePPM,
		Cents: share(r.GemsCents, held.SharePPM)}
	if c.Cents < 1 {
		return nil, nil
	}
	return c.op(inviter.ID, false, f.Now())
}

const (
	// knownWithin is how long a recharge that has cleared waits for its player to be known.
	knownWithin = 30 * 24 * time.Hour
	askEvery    = 10 * time.Minute // whether the player is known meanwhile
)

// due is when a recharge has cleared.
func due(r payment.Recharge, t Settings) time.Time {
	return time.UnixMilli(r.AtMS).Add(time.Duration(t.HoldS) * time.Second)
}
