package box2

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness/internal/canon"
	"jadebox/fairness/log"
)

// receipts signs tickets together and gives the receipt of each.
func receipts(t *testing.T, secret string, tickets []string, f func(*Receipts)) []Receipt {
	t.Helper()
	var tree log.Memory
	for _, ticket := range tickets {
		if _, err := tree.Append([]byte(ticket)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := log.Root(tree.Size(), &tree)
	if err != nil {
		t.Fatal(err)
	}
	r := &Receipts{Log: origin, TreeSize: 77, TreeRoot: strings.Repeat("0a", 32), Count: tree.Size(), Root: root,
		LogBy: 1_800_000_060, EndBy: 1_800_000_600}
	f(r)
	text, err := canon.Encode(r.Title(), r)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := sumdb.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	note, err := sumdb.Sign(&sumdb.Note{Text: string(text)}, signer)
	if err != nil {
		t.Fatal(err)
	}
	var out []Receipt
	for i, ticket := range tickets {
		hashes, err := log.ProveInclusion(tree.Size(), int64(i), &tree)
		if err != nil {
			t.Fatal(err)
		}
		receipt := Receipt{Ticket: ticket, Index: int64(i), Note: string(note)}
		for _, h := range hashes {
			raw, err := hex.DecodeString(h)
			if err != nil {
				t.Fatal(err)
			}
			receipt.Path = append(receipt.Path, base64.StdEncoding.EncodeToString(raw))
		}
		out = append(out, receipt)
	}
	return out
}

func TestAReceiptHoldsItsTicketAndNoOther(t *testing.T) {
	secret, key, err := sumdb.GenerateKey(rand.Reader, origin+"/receipts")
	if err != nil {
		t.Fatal(err)
	}
	same := func(*Receipts) {}
	tickets := []string{"first\n", "second\n", "third\n"}
	list := receipts(t, secret, tickets, same)
	for i, r := range list {
		if signed, err := r.Open(key); err != nil || signed.EndBy != 1_800_000_600 || signed.Count != 3 {
			t.Errorf("ticket %d: %+v, %v", i, signed, err)
		}
	}
	otherSecret, otherKey, err := sumdb.GenerateKey(rand.Reader, origin+"/receipts")
	if err != nil {
		t.Fatal(err)
	}
	logSecret, plainKey, err := sumdb.GenerateKey(rand.Reader, origin)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(f func(*Receipt)) Receipt {
		r := list[1]
		r.Path = append([]string{}, r.Path...)
		f(&r)
		return r
	}
	signedBy := func(secret string) Receipt { return receipts(t, secret, tickets, same)[1] }
	for name, c := range map[string]struct {
		receipt Receipt
		key     string
	}{
		"another ticket":     {changed(func(r *Receipt) { r.Ticket = "third\n" }), key},
		"another place":      {changed(func(r *Receipt) { r.Index = 0 }), key},
		"a place outside":    {changed(func(r *Receipt) { r.Index = 3 }), key},
		"a negative place":   {changed(func(r *Receipt) { r.Index = -1 }), key},
		"another path":       {changed(func(r *Receipt) { r.Path[0] = list[0].Path[1] }), key},
		"a path of no hash":  {changed(func(r *Receipt) { r.Path[0] = "AA==" }), key},
		"a path of no text":  {changed(func(r *Receipt) { r.Path[0] = "?" }), key},
		"no path":            {changed(func(r *Receipt) { r.Path = nil }), key},
		"a longer note":      {changed(func(r *Receipt) { r.Note += strings.Repeat("x", checkpointMax) }), key},
		"another time":       {changed(func(r *Receipt) { r.Note = strings.Replace(r.Note, "600", "900", 1) }), key},
		"a second signature": {changed(func(r *Receipt) { r.Note += "— x.example AAAAAAAA\n" }), key},
		"another key":        {list[1], otherKey},
		"no key":             {list[1], ""},
		"signed by another":  {signedBy(otherSecret), key},
		"the key of the log": {signedBy(logSecret), plainKey},
		"of another log":     {receipts(t, secret, tickets, func(r *Receipts) { r.Log = "other.example/log" })[1], key},
		"nothing":            {Receipt{}, key},
	} {
		if signed, err := c.receipt.Open(c.key); !errors.Is(err, ErrReceipt) {
			t.Errorf("%s: %+v, %v", name, signed, err)
		}
	}
}

func TestAReceiptsTextHasOneForm(t *testing.T) {
	text := "BOX2/receipts\nlog=" + origin + "\ntree-size=77\ntree-root=" + strings.Repeat("0a", 32) +
		"\ncount=512\nroot=" + strings.Repeat("0b", 32) + "\nlog-by=60\nend-by=600\n"
	var r Receipts
	if err := canon.Decode(r.Title(), []byte(text), &r); err != nil || r.Count != ReceiptsMax || r.LogBy != 60 {
		t.Errorf("%+v, %v", r, err)
	}
	for old, by := range map[string]string{
		"count=512": "count=513", "end-by=600": "end-by=59", "tree-size=77": "tree-size=0", "log-by=60": "log-by=0",
		"root=0b": "root=0B",
	} {
		if err := canon.Decode(r.Title(), []byte(strings.Replace(text, old, by, 1)), new(Receipts)); err == nil {
			t.Errorf("%s is taken", by)
		}
	}
}
