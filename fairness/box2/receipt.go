package box2

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"

	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness/internal/canon"
	"jadebox/fairness/log"
)

// ReceiptsMax bounds the tickets that are signed together.
const ReceiptsMax = 512

// Receipts is the text that is signed for tickets together: a tree of them, the head of the log at that moment, and by
// when, in Unix seconds, the tickets and their ends are to stand in the log.
type Receipts struct {
	Log      string
	TreeSize int64
	TreeRoot string
	Count    int64
	Root     string
	LogBy    int64
	EndBy    int64
}

// Title is "BOX2/receipts".
func (*Receipts) Title() string { return "BOX2/receipts" }

// Visit names the lines in their order.
func (r *Receipts) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	canon.Number(f, "tree-size", &r.TreeSize, 1)
	f.Hash("tree-root", &r.TreeRoot)
	between(f, "count", &r.Count, 1, ReceiptsMax)
	f.Hash("root", &r.Root)
	canon.Number(f, "log-by", &r.LogBy, 1)
	if canon.Number(f, "end-by", &r.EndBy, 1); r.EndBy < r.LogBy {
		f.Fail("end-by")
	}
}

// A Receipt promises a player that a ticket will stand in the log: its place in a tree that was signed.
type Receipt struct {
	Ticket string   `json:"ticket"` // the leaf's text
	Index  int64    `json:"index"`
	Path   []string `json:"path"` // base64, lowest hash first
	Note   string   `json:"note"` // Receipts, signed
}

// Open verifies a receipt under the key that signs receipts, a C2SP verifier key named "<origin>/receipts": exactly one
// signature, and the ticket in the tree. Errors wrap ErrReceipt.
func (r Receipt) Open(key string) (Receipts, error) {
	signed, err := r.open(key)
	if err != nil {
		return Receipts{}, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	return signed, nil
}

func (r Receipt) open(key string) (signed Receipts, err error) {
	if len(r.Note) > checkpointMax {
		return signed, fmt.Errorf("note of %d bytes, at most %d", len(r.Note), checkpointMax)
	}
	if err := log.CheckKey(key); err != nil {
		return signed, err
	}
	verifier, err := sumdb.NewVerifier(key)
	if err != nil {
		return signed, err
	}
	opened, err := sumdb.Open([]byte(r.Note), sumdb.VerifierList(verifier))
	if err != nil {
		return signed, err
	}
	if r.Note != opened.Text+"\n— "+verifier.Name()+" "+opened.Sigs[0].Base64+"\n" {
		return signed, fmt.Errorf("more than one signature line")
	}
	if err := canon.Decode(signed.Title(), []byte(opened.Text), &signed); err != nil {
		return signed, err
	}
	if verifier.Name() != signed.Log+"/receipts" {
		return signed, fmt.Errorf("receipts of log %q under the key %q", signed.Log, verifier.Name())
	}
	path := make([]string, len(r.Path))
	for i, text := range r.Path {
		hash, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil {
			return signed, fmt.Errorf("path: %w", err)
		}
		path[i] = hex.EncodeToString(hash)
	}
	return signed, log.CheckInclusion([]byte(r.Ticket), r.Index, signed.Count, signed.Root, path)
}
