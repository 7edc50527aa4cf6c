package backup

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

// KindTakenOver is the kind of the op by which an operator answers for a database that was promoted: it lost nothing.
const KindTakenOver = "site.taken-over"

// TakenOver is what such an op says.
type TakenOver struct {
	Timeline string `json:"timeline"` // of PostgreSQL, which it is served on from now on
	By       string `json:"by"`
	Note     string `json:"note,omitempty"`
}

// Op is it as one of the journal. Said of the same timeline a second time, by whomever, it is the same op.
func (t TakenOver) Op(at time.Time) (*store.Op, error) {
	result, err := json.Marshal(t)
	return &store.Op{Key: t.key(), Kind: KindTakenOver, Request: sha256.Sum256([]byte(t.Timeline)), At: at,
		Result: result}, err
}

func (t TakenOver) key() string { return KindTakenOver + ":" + t.Timeline }

// ReadTakenOver reads an op of KindTakenOver and checks its consistency.
func ReadTakenOver(op *store.Op) (t TakenOver, err error) {
	if err := json.Unmarshal(op.Result, &t); err != nil {
		return t, err
	}
	switch {
	case t.By == "":
		return t, errors.New("backup: nobody has taken it over")
	case t.Timeline == "" || op.Key != t.key():
		return t, fmt.Errorf("backup: timeline %q is said to be taken over under the key %q", t.Timeline, op.Key)
	}
	return t, nil
}
