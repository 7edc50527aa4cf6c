package operators

import (
	"context"
	"errors"
	"strconv"
	"time"

	"jadebox/store"
)

// DaySum is what an operator does alone in a day, with the act that follows: many small acts are no way around the
// limit of one.
type DaySum struct {
	Operator string `json:"operator"`
	Day      string `json:"day"` // of UTC, as DayOf
	N        int64  `json:"n"`   // from 1, without a gap
	AtMS     int64  `json:"atMs"`
	Cents    int64  `json:"cents"` // of the whole day so far
}

// DaySumKey is the key of an operator's n-th sum of a day. A name may be longer than what a key has room for.
func DaySumKey(name, day string, n int64) string {
	return "operator-day:" + Hash([]byte(name))[:16] + ":" + day + ":" + strconv.FormatInt(n, 10)
}

// DayOf is the day of a time, in UTC.
func DayOf(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// ErrAtOnce is an operator who does two things at the same time.
var ErrAtOnce = errors.New("operators: the same operator acts elsewhere at this moment: try again")

// Today is the newest sum of the operator's day; its N is 0 where there is none.
func (a *Acting) Today(ctx context.Context, from Reader) (DaySum, error) {
	now := a.Now()
	t := DaySum{Operator: a.By.Name, Day: DayOf(now), AtMS: now.UnixMilli()}
	n, err := newest(ctx, from, func(n int64) string { return DaySumKey(t.Operator, t.Day, n) })
	if err != nil || n == 0 {
		return t, err
	}
	held, _, _, err := read[DaySum](ctx, from, DaySumKey(t.Operator, t.Day, n))
	t.N, t.Cents = n, held.Cents
	return t, err
}

// Count commits the sum with what the operator does next, and has the acts that follow name its day. An act that is
// then refused is counted, too: the sum may be too high, and never too low. ErrAtOnce.
func (a *Acting) Count(ctx context.Context, db Ledger, t DaySum) error {
	t.N, t.Cents = t.N+1, t.Cents+a.Worth
	op, err := houseOp(KindDaySum, DaySumKey(t.Operator, t.Day, t.N), t.AtMS, t)
	if err != nil {
		return err
	}
	switch rec, err := db.Commit(ctx, op); {
	case errors.Is(err, store.ErrKeyReused), err == nil && rec.Replayed:
		return ErrAtOnce
	case err != nil:
		return err
	}
	a.Day = t.Day
	return nil
}
