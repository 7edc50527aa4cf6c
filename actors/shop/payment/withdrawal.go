package payment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
)

// A withdrawal of R$ is a record with guarded steps, which the store has as a room: open = to be reviewed, running = in
// progress, settled = paid, void = given back. The amount leaves the balance with the request and comes back with the
// void, each in one op with the step.
const (
	KindWithdrawal = "withdrawal" // of the record
	KindRequest    = "real.request"
	KindApprove    = "real.approve"
	KindPaid       = "real.paid"
	KindRefund     = "real.refund"
)

// Statuses of GET /finance/assets/status (product-spec §4).
const (
	StatusFailed   = 0
	StatusProgress = 1 // to be reviewed, too: the player has to wait either way
	StatusDone     = 2
	StatusRejected = 6
)

const (
	// reviewWithin is when a request that was not reviewed is given back.
	reviewWithin = 30 * 24 * time.Hour
	// progressWithin is no deadline in truth: only the operator knows whether money has gone.
	progressWithin = 10 * 365 * 24 * time.Hour
)

var (
	ErrWithdrawal      = apierr.New(protocol.CodeWithdrawAmount)
	ErrWithdrawalState = errors.New("payment: the withdrawal is not in that state")
)

// Payout is the state of a withdrawal. The Pix key is in the record only, never in the journal.
type Payout struct {
	Player      store.PlayerID `json:"player"`
	AmountCents int64          `json:"amountCents"`
	PixKey      string         `json:"pixKey"`
	Note        string         `json:"note,omitempty"` // of the operator: the payment's number, or why not
	Reviewed    bool           `json:"reviewed,omitempty"`
	AtMS        int64          `json:"atMs"`
	ChangedMS   int64          `json:"changedMs"`
}

// Withdrawal is a payout with its number and status.
type Withdrawal struct {
	ID     store.RoomID
	Status int
	Step   store.RoomStatus
	Payout
}

// ReadWithdrawal reads a record of KindWithdrawal.
func ReadWithdrawal(r store.Room) (Withdrawal, error) {
	w := Withdrawal{ID: r.ID, Step: r.Status}
	if r.Kind != KindWithdrawal {
		return w, ErrGone
	}
	if err := json.Unmarshal(r.State, &w.Payout); err != nil {
		return w, fmt.Errorf("payment: withdrawal %d: %w", r.ID, err)
	}
	switch {
	case r.Status == store.RoomSettled:
		w.Status = StatusDone
	case r.Status != store.RoomVoid:
		w.Status = StatusProgress
	case w.Reviewed:
		w.Status = StatusFailed
	default:
		w.Status = StatusRejected
	}
	return w, nil
}

// Requested is the stored result of a request.
type Requested struct {
	ID          store.RoomID `json:"id"`
	AmountCents int64        `json:"amountCents"`
}

// Rooms is what withdrawals need besides.
type Rooms interface {
	store.Ledger
	store.Rooms
	settings.Source
}

// Request is the op that takes the amount and makes the record; the player's actor commits it.
func Request(id store.RoomID, now time.Time, who store.PlayerID, key string, amountCents int64,
	pixKey string) (*store.Op, error) {
	state, err := json.Marshal(Payout{Player: who, AmountCents: amountCents, PixKey: pixKey, AtMS: now.UnixMilli(),
		ChangedMS: now.UnixMilli()})
	if err != nil {
		return nil, err
	}
	result, err := json.Marshal(Requested{id, amountCents})
	if err != nil {
		return nil, err
	}
	return &store.Op{
		Player: who, Key: key, Kind: KindRequest, At: now, Result: result,
		// without the number: a repetition has another
		Request:  sha256.Sum256(fmt.Appendf(nil, "%s %d %s", KindRequest, amountCents, pixKey)),
		Postings: Requested{id, amountCents}.entries(who, false),
		Room: &store.RoomWrite{Room: id, Kind: KindWithdrawal, Epoch: 1, Status: store.RoomOpen, State: state,
			Deadline: now.Add(reviewWithin), Member: who},
	}, nil
}

// Withdraw asks for R$ to be paid out. The player's actor is the only debiter, so the op goes through it.
func Withdraw(ctx context.Context, s Rooms, dir directory.Directory, now time.Time, who store.PlayerID, key string,
	amountCents int64, pixKey string) (Requested, error) {
	held, err := Setting.Read(ctx, s)
	if err != nil {
		return Requested{}, err
	}
	if amountCents < held.WithdrawLeastCents || amountCents > held.WithdrawMostCents || !validPixKey(pixKey) {
		return Requested{}, ErrWithdrawal
	}
	id, err := s.NewRoomID(ctx)
	if err != nil {
		return Requested{}, apierr.FromStore(err)
	}
	op, err := Request(id, now, who, key, amountCents, pixKey)
	if err != nil {
		return Requested{}, err
	}
	rec, err := directory.Ask[store.Receipt](ctx, dir, player.Kind, player.ID(who), player.Escrow{Op: op})
	if err != nil {
		return Requested{}, err
	}
	var r Requested
	if err := json.Unmarshal(rec.Result, &r); err != nil {
		return r, fmt.Errorf("payment: result of op %d: %w", rec.Op, err)
	}
	return r, nil
}

// Approve, Pay and GiveBack are an operator's steps.
const (
	Approve  = "approve"
	Pay      = "pay"
	GiveBack = "fail"
)

// Decide takes a withdrawal one step on. The guard on version and status makes every step happen once; a step that was
// taken already is ErrWithdrawalState.
func Decide(ctx context.Context, s Rooms, now time.Time, id store.RoomID, step, note string) (Withdrawal, error) {
	r, err := s.Room(ctx, id)
	if err != nil {
		return Withdrawal{}, err
	}
	w, err := ReadWithdrawal(r)
	if err != nil {
		return w, err
	}
	write := &store.RoomWrite{Room: id, Kind: KindWithdrawal, Epoch: r.Epoch, FromVersion: r.Version,
		FromStatus: r.Status}
	op := &store.Op{Player: w.Player, Key: "withdrawal:" + strconv.FormatInt(int64(id), 10) + ":" + step, At: now,
		Room: write}
	op.Request = sha256.Sum256([]byte(op.Key))
	switch {
	case step == Approve && r.Status == store.RoomOpen:
		op.Kind, write.Status, write.Deadline, w.Reviewed = KindApprove, store.RoomRunning, now.Add(progressWithin),
			true
	case step == Pay && r.Status == store.RoomRunning:
		op.Kind, write.Status = KindPaid, store.RoomSettled
	case step == GiveBack && !r.Status.Final():
		op.Kind, write.Status = KindRefund, store.RoomVoid
		op.Postings = Requested{id, w.AmountCents}.entries(w.Player, true)
	default:
		return w, ErrWithdrawalState
	}
	w.Note, w.ChangedMS = note, now.UnixMilli()
	if write.State, err = json.Marshal(w.Payout); err != nil {
		return w, err
	}
	if op.Result, err = json.Marshal(Requested{id, w.AmountCents}); err != nil {
		return w, err
	}
	rec, err := s.Commit(ctx, op)
	switch {
	case errors.Is(err, store.ErrRoomState), errors.Is(err, store.ErrFenced), err == nil && rec.Replayed:
		return w, ErrWithdrawalState
	case err != nil:
		return w, err
	}
	if r, err = s.Room(ctx, id); err != nil {
		return w, err
	}
	return ReadWithdrawal(r)
}

// GiveBackLate gives back what was not reviewed in time.
func GiveBackLate(ctx context.Context, s Rooms, dir directory.Directory, now time.Time) (int, error) {
	open, err := s.OpenRooms(ctx, KindWithdrawal)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range open {
		if r.Status != store.RoomOpen || now.Before(r.Deadline) {
			continue
		}
		w, err := Decide(ctx, s, now, r.ID, GiveBack, "not reviewed in time")
		if errors.Is(err, ErrWithdrawalState) {
			continue // another process was first
		}
		if err != nil {
			return n, err
		}
		dir.Post(player.Kind, player.ID(w.Player), player.Credited{}, nil)
		n++
	}
	return n, nil
}

func validPixKey(key string) bool {
	if len(key) < 5 || len(key) > 77 {
		return false
	}
	for _, r := range key {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return true
}
