package operator

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// Noted is what a step of a review names: its order, and what is to be read of it later.
type Noted struct {
	ID   string   `arg:"" help:"Its number."`
	Note []string `arg:"" help:"Why, or the number of the trade or the bank."`
}

// noteMax bounds a note, in bytes.
const noteMax = 200

// Read is the number of an order, which may be written with the prefix of its list, and the note.
func (n Noted) Read(prefix string) (id store.RoomID, note string, err error) {
	if note = strings.Join(n.Note, " "); len(note) > noteMax {
		return 0, "", fmt.Errorf("a note has at most %d bytes", noteMax)
	}
	number, err := Number(n.ID, prefix)
	return store.RoomID(number), note, err
}

// Number reads the number of something, which may be written with a prefix.
func Number(text, prefix string) (int64, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(text, prefix), 10, 64)
	if err != nil || id <= 0 {
		return 0, fmt.Errorf("no number %q", text)
	}
	return id, nil
}

// ShutOut reports why an account is given nothing now, and until when (docs/rules.md, "Responsible play"); "" where
// it is not shut out.
func ShutOut(ctx context.Context, db limits.Store, who store.PlayerID, now time.Time) (string, error) {
	held, err := limits.Read(ctx, db, who)
	if err != nil {
		return "", err
	}
	var why []string
	if a := held.Suspension; a.Suspended(now) != nil {
		why = append(why, fmt.Sprintf("suspended until %s (%s), by %s: %s", Stamp(a.UntilMS), a.Class, a.Author,
			a.Reason))
	}
	if held.State.Excluded(now) {
		why = append(why, "excluded until "+Stamp(held.State.ExcludedMS))
	}
	return strings.Join(why, "; "), nil
}

// AccountState is ShutOut for the row of an order, and what the account owes (docs/rules.md, "Recharge"): a reviewer
// of what it asked for before has to know both. What cannot be read is said in its place, since a row may tell of a
// decision that is made.
func AccountState(ctx context.Context, db View, who store.PlayerID, now time.Time) string {
	out, err := ShutOut(ctx, db, who, now)
	if err != nil {
		out = "whether the account is shut out was not read: " + err.Error()
	}
	var says []string
	if out != "" {
		says = append(says, out)
	}
	switch cents, err := payment.Owes(ctx, db, who); {
	case err != nil:
		says = append(says, "what the account owes was not read: "+err.Error())
	case cents > 0:
		says = append(says, fmt.Sprintf("owes %s gems of recharges that were taken back", protocol.Gems(cents)))
	}
	return strings.Join(says, "; ")
}

// Stamp is a moment as the commands tell it.
func Stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

// Waiting shows the orders of a kind that are not final, oldest first.
func Waiting[Order any](ctx context.Context, db View, kind string, read func(store.Room) (Order, error),
	show func(Order)) error {
	open, err := db.OpenRooms(ctx, kind)
	if err != nil {
		return err
	}
	for _, rec := range slices.Backward(open) { // the store has the newest first
		o, err := read(rec)
		if err != nil {
			return err
		}
		show(o)
	}
	return nil
}
