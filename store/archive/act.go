package archive

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

// Act is what an op says that was done with a month, by whom and why.
type Act struct {
	Month  string `json:"month"`
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Ops    int64  `json:"ops"`
	By     string `json:"by"`
	Note   string `json:"note,omitempty"`
}

// Op is the act as one of the journal. Done a second time with the same file, by whomever, it is the same op.
func (a Act) Op(kind string, at time.Time) (*store.Op, error) {
	result, err := json.Marshal(a)
	return &store.Op{Key: a.key(kind), Kind: kind, Request: sha256.Sum256([]byte(a.File + "\n" + a.SHA256)), At: at,
		Result: result}, err
}

// keyDigits are of the file's hash, in the key of an act: what a key has room for.
const keyDigits = 32

// key has the file's hash: a file that was lost before its month was dropped is written again, maybe in other bytes.
func (a Act) key(kind string) string {
	return kind + ":" + a.Month + ":" + a.SHA256[:min(len(a.SHA256), keyDigits)]
}

// ReadAct reads the op of an act.
func ReadAct(op *store.Op) (a Act, err error) {
	if err := json.Unmarshal(op.Result, &a); err != nil {
		return a, err
	}
	month, err := ParseMonth(a.Month)
	switch {
	case err != nil:
		return a, err
	case a.By == "":
		return a, errors.New("archive: nobody has done it")
	case a.File != month.File() || op.Key != a.key(op.Kind):
		return a, fmt.Errorf("archive: %s is said to stand in %s under the key %q", a.Month, a.File, op.Key)
	}
	return a, nil
}
