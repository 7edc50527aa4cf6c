package promotion

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/payment"
	"jadebox/store"
)

// KindPay is the op kind of a commission.
const KindPay = "promotion.pay"

// KeyPrefix begins the keys of all commissions; the sign behind it is one that no client's key may have.
const KeyPrefix = "promotion:"

// InviteePrefix begins the keys of the commissions for one invited player.
func InviteePrefix(invitee store.PlayerID) string {
	return KeyPrefix + strconv.FormatInt(int64(invitee), 10) + ":"
}

func key(r payment.Recharge) string {
	return InviteePrefix(r.Player) + strconv.FormatInt(int64(r.Order), 10)
}

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

// Right says whether an op is what its own result says: the share of the recharge from the bonus account to the inviter,
// under the key of that recharge. For auditors.
func Right(op *store.Op) bool {
	var c Commission
	if json.Unmarshal(op.Result, &c) != nil || op.Player == 0 || op.Player == c.Invitee {
		return false
	}
	pays := store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(op.Player), AmountCents: share(c.GemsCents, c.SharePPM)}
	return len(op.Postings) == 1 && op.Postings[0] == pays && c.Cents == pays.AmountCents && c.SharePPM <= shareMax &&
		op.Key == key(payment.Recharge{Player: c.Invitee, Order: c.Order})
}

// share rounds down: the remainder stays with the house. An order is at most 2⁴⁰ cents and a share less than 2¹⁸ millionths.
func share(cents, ppm int64) int64 { return cents * ppm / 1_000_000 }

// SamePerson says what the store knows: an account cannot invite itself, nor one that was opened on the same device. Phone
// and real name need no look: the store gives each to one account only.
func SamePerson(a, b store.Player) bool {
	return a.ID == b.ID || a.Fingerprint != "" && a.Fingerprint == b.Fingerprint
}

// owed makes the op of a recharge; nil where nobody is to be paid.
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
	terms, err := Load(ctx, f.Store)
	if err != nil {
		return nil, err
	}
	c := Commission{Invitee: r.Player, Order: r.Order, GemsCents: r.GemsCents, SharePPM: terms.SharePPM, Cents: share(r.GemsCents, terms.SharePPM)}
	if c.Cents < 1 {
		return nil, nil
	}
	result, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	k := key(r)
	return &store.Op{Player: inviter.ID, Key: k, Kind: KindPay, Request: sha256.Sum256([]byte(k)), At: f.Now(), Result: result,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(inviter.ID), AmountCents: c.Cents}}}, nil
}

// due is when a recharge has cleared.
func due(r payment.Recharge, t Terms) time.Time {
	return time.UnixMilli(r.AtMS).Add(time.Duration(t.HoldS) * time.Second)
}
