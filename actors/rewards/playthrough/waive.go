package playthrough

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"jadebox/actors/settings"
	"jadebox/store"
)

// KindWaive is the kind of the ops by which the operator asks a player to stake less. They move nothing.
const KindWaive = "play.waive"

// Waived is the stored result of KindWaive.
type Waived struct {
	Player store.PlayerID `json:"player"`
	Cents  int64          `json:"cents"`
	Author string         `json:"author"`
	Note   string         `json:"note"` // why
	AtMS   int64          `json:"atMs"`
}

// Waivers is what Waive reads and writes.
type Waivers interface {
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
}

// Waive asks a player to stake so much less, from a cent to all that is left; it says who did it, and why.
func Waive(ctx context.Context, to Waivers, who store.PlayerID, cents int64, by settings.Who) (Waived, error) {
	p, err := to.LoadPlayer(ctx, who)
	if err != nil {
		return Waived{}, err
	}
	switch {
	case by.Note == "" || by.Author == "":
		return Waived{}, errors.New("playthrough: whoever waives says who they are, and why")
	case cents < 1 || cents > p.ToPlayCents:
		return Waived{}, fmt.Errorf("playthrough: %d of %d cents cannot be waived", cents, p.ToPlayCents)
	}
	w := Waived{Player: who, Cents: cents, Author: by.Author, Note: by.Note, AtMS: by.At.UnixMilli()}
	result, err := json.Marshal(w)
	if err != nil {
		return w, err
	}
	key := waiveKey(w)
	_, err = to.Commit(ctx, &store.Op{Player: who, Key: key, Kind: KindWaive, At: by.At, Result: result,
		Request: sha256.Sum256(result), Play: w.play()})
	return w, err
}

// waiveKey has a sign that no client's key may have.
func waiveKey(w Waived) string { return "play-waive:" + strconv.FormatInt(w.AtMS, 10) }

func (w Waived) play() []store.Posting {
	return []store.Posting{store.LessToPlay(w.Player, w.Cents)}
}

// ReadWaived reads an op of KindWaive and checks its consistency.
func ReadWaived(op *store.Op) (w Waived, err error) {
	if err = json.Unmarshal(op.Result, &w); err != nil {
		return w, fmt.Errorf("playthrough: a waiver without a result: %w", err)
	}
	if op.Player != w.Player || op.Key != waiveKey(w) || w.Author == "" || w.Note == "" || w.Cents < 1 ||
		len(op.Play) != 1 || op.Play[0] != w.play()[0] {
		return w, fmt.Errorf("playthrough: %q of player %d with %v is not the waiver %+v", op.Key, op.Player, op.Play,
			w)
	}
	return w, nil
}
