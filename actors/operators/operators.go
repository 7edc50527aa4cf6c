// Package operators is who runs the site, by name and key, and what they have signed: the roster of operators, acts,
// and requests that a second operator approves (docs/operating/README.md, "Operators"). All of it are ops of the house
// that move nothing, so that the journal keeps them and the auditor reads them anew.
//
// Deliberately absent: the private keys, which stand in files of their owners (tools/operator), and what an act does.
package operators

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"jadebox/store"
)

// Kinds of the ops. They move nothing.
const (
	KindRoster  = "operator.roster"  // one more operator, or one less: a Change
	KindAct     = "operator.act"     // what an operator says of an op that follows: an Act
	KindAsk     = "operator.ask"     // a command that waits for a second operator: an Ask
	KindApprove = "operator.approve" // the second operator's word: an Approval
	KindRoles   = "operator.roles"   // roles of an account were changed: Roles
	KindDaySum  = "operator.day"     // what an operator does alone in a day, added up: a DaySum
)

// Errors of a signature, or of its absence.
var (
	ErrUnsigned  = errors.New("operators: no operator has signed it")
	ErrSignature = errors.New("operators: the signature is not that of the operator's key")
	ErrNobody    = errors.New("operators: nobody of that name is an operator then")
	ErrName      = errors.New("operators: a name has 2 to 32 letters, digits, dots, dashes and underscores")
)

var namePattern = regexp.MustCompile(`^[\pL\pN][\pL\pN._-]{1,31}$`)

// CheckName is ErrName for what can be no operator's name.
func CheckName(name string) error {
	if !namePattern.MatchString(name) {
		return fmt.Errorf("%w: %q", ErrName, name)
	}
	return nil
}

// Change is one change of the roster: with a key, Name is an operator from then on, without one no more.
type Change struct {
	N         int64  `json:"n"`      // from 1, without a gap
	Before    string `json:"before"` // hex SHA-256 of the change before's result; of the first ""
	AtMS      int64  `json:"atMs"`
	Name      string `json:"name"`
	Key       string `json:"key,omitempty"` // Ed25519, hex; "": retired
	By        string `json:"by"`            // who signs; of the first change Name itself
	Nonce     string `json:"nonce"`
	Signature string `json:"signature"`
}

// Act is what an operator says before an op is made: that the op is this operator's, by this command.
type Act struct {
	Site       string   `json:"site"` // hex SHA-256 of the roster's first change: no act is another site's
	Operator   string   `json:"operator"`
	AtMS       int64    `json:"atMs"`
	Nonce      string   `json:"nonce"`
	Command    []string `json:"command"`
	Op         string   `json:"op"`   // Digest
	Kind       string   `json:"kind"` // of the op
	WorthCents int64    `json:"worthCents,omitempty"`
	Ask        int64    `json:"ask,omitempty"` // number of the request that it carries out
	Day        string   `json:"day,omitempty"` // whose DaySum has it
	Signature  string   `json:"signature"`
}

// Ask is a command that a second operator is to approve, with the files that it was given.
type Ask struct {
	Site       string            `json:"site"`
	N          int64             `json:"n"` // from 1, without a gap
	Operator   string            `json:"operator"`
	AtMS       int64             `json:"atMs"`
	UntilMS    int64             `json:"untilMs"` // no approval is accepted from then on
	Nonce      string            `json:"nonce"`
	Command    []string          `json:"command"`
	Files      map[string]string `json:"files,omitempty"` // what it has read, by the name that it was given
	WorthCents int64             `json:"worthCents"`
	Signature  string            `json:"signature"`
}

// Approval is the second operator's word. It stands before what the command does, once.
type Approval struct {
	Site      string `json:"site"`
	Ask       int64  `json:"ask"`
	Of        string `json:"of"` // hex SHA-256 of the ask's result
	Operator  string `json:"operator"`
	AtMS      int64  `json:"atMs"`
	Nonce     string `json:"nonce"`
	Signature string `json:"signature"`
}

// Roles is the stored result of KindRoles.
type Roles struct {
	Player store.PlayerID `json:"player"`
	Roles  store.Role     `json:"roles"` // all that the account has from then on
}

// AskFor is how long a request waits for its second operator.
const AskFor = 24 * time.Hour

// RosterKey is the key of the op that makes the nth change of the roster (Change.N), like all these keys in the key
// space of the house (player 0).
func RosterKey(n int64) string { return "operator:" + strconv.FormatInt(n, 10) }

// ActKey is the key of the op that keeps an Act; digest is the act's Op.
func ActKey(digest string) string { return "operator-act:" + digest }

// AskKey is the key of the op that keeps the nth Ask (Ask.N).
func AskKey(n int64) string { return "operator-ask:" + strconv.FormatInt(n, 10) }

// ApprovalKey is the key of the op that approves the nth Ask: one key, so that one approval is all it gets.
func ApprovalKey(n int64) string { return "operator-approve:" + strconv.FormatInt(n, 10) }

func rolesKey(nonce string) string { return "operator-roles:" + nonce }

// Hash is the SHA-256 of an op's stored result, in lower-case hex.
func Hash(result []byte) string { sum := sha256.Sum256(result); return hex.EncodeToString(sum[:]) }

func (c Change) op() (*store.Op, error) { return houseOp(KindRoster, RosterKey(c.N), c.AtMS, c) }
func (a Act) op() (*store.Op, error)    { return houseOp(KindAct, ActKey(a.Op), a.AtMS, a) }
func (a Ask) op() (*store.Op, error)    { return houseOp(KindAsk, AskKey(a.N), a.AtMS, a) }
func (a Approval) op() (*store.Op, error) {
	return houseOp(KindApprove, ApprovalKey(a.Ask), a.AtMS, a)
}

// Op is what the journal keeps of a change of roles; each is another one.
func (r Roles) Op(now time.Time) (*store.Op, error) {
	return houseOp(KindRoles, rolesKey(nonce()), now.UnixMilli(), r)
}

func houseOp(kind, key string, atMS int64, said any) (*store.Op, error) {
	result, err := json.Marshal(said)
	if err == nil && len(result) > store.MaxResultBytes {
		err = fmt.Errorf("operators: %d bytes do not fit into an operation: its file is too long to wait for somebody",
			len(result))
	}
	return &store.Op{Kind: kind, Key: key, Request: sha256.Sum256(result), At: time.UnixMilli(atMS).UTC(),
		Result: result}, err
}

func nonce() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Digest is what an operator signs of an op: everything that the journal keeps of it but its leaves, which the engine
// completes and the public log has.
func Digest(op *store.Op) string {
	bare := *op
	bare.Leaves = nil
	return digest(&bare, store.AppendBody(nil, &bare))
}

// DigestOf is Digest of an op that was read back.
func DigestOf(rec *store.OpRecord) string {
	bare := *rec
	bare.Leaves = nil
	return digest(&bare.Op, store.AppendRecord(nil, &bare))
}

func digest(op *store.Op, body []byte) string {
	sum, _ := store.NextChain(sha256.Sum256([]byte("jadebox/operator/op/1\n")), 0, op, body, nil)
	return hex.EncodeToString(sum[:])
}

// signed is what a signature covers: what is signed says what it is, so that no signature is one of something else.
func signed(what string, unsigned any) ([]byte, error) {
	text, err := json.Marshal(unsigned)
	return append([]byte("jadebox/operator/"+what+"/1\n"), text...), err
}

func (c Change) text() ([]byte, error)   { c.Signature = ""; return signed("roster", c) }
func (a Act) text() ([]byte, error)      { a.Signature = ""; return signed("act", a) }
func (a Ask) text() ([]byte, error)      { a.Signature = ""; return signed("ask", a) }
func (a Approval) text() ([]byte, error) { a.Signature = ""; return signed("approve", a) }

func sign(key ed25519.PrivateKey, text []byte, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(ed25519.Sign(key, text)), nil
}

func verify(key ed25519.PublicKey, signature string, text []byte, err error) error {
	if err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(key) != ed25519.PublicKeySize || !ed25519.Verify(key, text, raw) {
		return ErrSignature
	}
	return nil
}

// Reader finds the result of an op of the house by its key, and when it was made; store.ErrNotFound.
type Reader func(ctx context.Context, key string) (result []byte, at time.Time, err error)

// FromLedger reads what is durable.
func FromLedger(of interface {
	Lookup(ctx context.Context, player store.PlayerID, key string) (store.Receipt, error)
}) Reader {
	return func(ctx context.Context, key string) ([]byte, time.Time, error) {
		r, err := of.Lookup(ctx, 0, key)
		return r.Result, r.At, err
	}
}

// FromSnapshot reads a view.
func FromSnapshot(of store.Snapshot) Reader {
	return func(ctx context.Context, key string) ([]byte, time.Time, error) {
		r, err := of.Keyed(ctx, 0, key)
		return r.Result, r.At, err
	}
}

// read finds and decodes one.
func read[T any](ctx context.Context, from Reader, key string) (said T, result []byte, at time.Time, err error) {
	if result, at, err = from(ctx, key); err == nil {
		said, err = decode[T](result)
	}
	return said, result, at, err
}

func decode[T any](result []byte) (said T, err error) {
	if err = json.Unmarshal(result, &said); err != nil {
		err = fmt.Errorf("operators: %w", err)
	}
	return said, err
}
