// Package journal keeps, outside of the server, what a load run asked for and what was acknowledged, so that after a
// crash the server can be held to its word: an acknowledged operation is there, once, with the same answer.
//
// Records are appended before a call is sent and after its outcome is known; a torn last line is no error, because the
// writer may have been killed too. Deliberately absent: balances as a source of truth (the answers carry them), fsync
// (the machine does not lose power in these tests).
package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// Account is a bot that the run used. The file is made for its owner only: it holds passwords of test accounts.
type Account struct {
	Bot      int    `json:"bot"`
	Player   string `json:"player"`
	Name     string `json:"name"`
	Password string `json:"password"`
	Token    string `json:"token"`
}

// Intent is a call about to be sent for the first time.
type Intent struct {
	N   int64  `json:"n"`
	Bot int    `json:"bot"`
	Op  string `json:"op"` // "box.open", "item.sell", "battle.create" …
	client.Call
}

// Outcome ends an intent: acknowledged with the lasting part of the answer, refused with a number, or given up.
type Outcome struct {
	N      int64           `json:"n"`
	Answer json.RawMessage `json:"answer,omitempty"`
	Code   protocol.Code   `json:"code,omitempty"`
	Lost   bool            `json:"lost,omitempty"`
}

// Balance is what a bot and the server agreed on when nothing of it was open.
type Balance struct {
	Bot   int   `json:"bot"`
	Cents int64 `json:"cents"`
	Bag   int   `json:"bag"`
}

type record struct {
	Account *Account `json:"account,omitempty"`
	Intent  *Intent  `json:"intent,omitempty"`
	Outcome *Outcome `json:"outcome,omitempty"`
	Balance *Balance `json:"balance,omitempty"`
}

// Writer appends records. A nil Writer takes them and keeps nothing. Safe for concurrent use.
type Writer struct {
	n atomic.Int64

	mu   sync.Mutex
	f    *os.File
	fail error
}

// Create starts a new journal; an existing file is an error, because it may be evidence.
func Create(path string) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &Writer{f: f}, nil
}

func (w *Writer) write(r record) {
	if w == nil {
		return
	}
	b, err := json.Marshal(r)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		_, err = w.f.Write(append(b, '\n'))
	}
	if err != nil && w.fail == nil {
		w.fail = err
	}
}

// Account records a bot.
func (w *Writer) Account(a Account) { w.write(record{Account: &a}) }

// Intend records a call before it is sent and returns its number.
func (w *Writer) Intend(bot int, op string, call client.Call) int64 {
	if w == nil {
		return 0
	}
	n := w.n.Add(1)
	w.write(record{Intent: &Intent{N: n, Bot: bot, Op: op, Call: call}})
	return n
}

// Acknowledged records the answer to intent n.
func (w *Writer) Acknowledged(n int64, op string, answer json.RawMessage) {
	if w != nil {
		w.write(record{Outcome: &Outcome{N: n, Answer: Lasting(op, answer)}})
	}
}

// Refused records that intent n had no effect.
func (w *Writer) Refused(n int64, code protocol.Code) {
	w.write(record{Outcome: &Outcome{N: n, Code: code}})
}

// Lost records that intent n was given up with its outcome unknown.
func (w *Writer) Lost(n int64) { w.write(record{Outcome: &Outcome{N: n, Lost: true}}) }

// Balance records an agreed balance.
func (w *Writer) Balance(b Balance) { w.write(record{Balance: &b}) }

// Close reports the first failure to write: a journal with holes proves nothing.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.fail, w.f.Close())
}

// Journal is a file read back.
type Journal struct {
	Accounts []Account
	Entries  []Entry // in the order of intent
	Balances map[int]Balance
	Torn     bool // the last line was not whole
}

// Entry is an intent and its outcome; Outcome nil means that the writer never learned it.
type Entry struct {
	Intent
	Outcome *Outcome
}

// ErrDamaged is a line that no writer wrote.
var ErrDamaged = errors.New("journal: damaged")

// Read loads a journal.
func Read(path string) (*Journal, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	j := &Journal{Balances: map[int]Balance{}}
	index := map[int64]int{}
	lines := bufio.NewReader(f)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			j.Torn = len(line) > 0
			return j, nil
		}
		if err != nil {
			return nil, err
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrDamaged, number, err)
		}
		switch {
		case r.Account != nil:
			j.Accounts = append(j.Accounts, *r.Account)
		case r.Intent != nil:
			index[r.Intent.N] = len(j.Entries)
			j.Entries = append(j.Entries, Entry{Intent: *r.Intent})
		case r.Outcome != nil:
			i, ok := index[r.Outcome.N]
			if !ok {
				return nil, fmt.Errorf("%w: line %d: outcome of unknown intent %d", ErrDamaged, number, r.Outcome.N)
			}
			j.Entries[i].Outcome = r.Outcome
		case r.Balance != nil:
			j.Balances[r.Balance.Bot] = *r.Balance
		}
	}
}
