package log

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// TitleHeads is the leaf that says how far the journal has gone.
const TitleHeads = "BOX1/heads"

// headsMax bounds one leaf.
const headsMax = 1000

// Heads publishes where writers of the journal stand: nothing that is in the journal by then can be left out of it, or
// be otherwise, without contradicting the log. What the journal holds is nobody's to see, so a head is keyed.
type Heads struct {
	N     int64  `json:"n"` // from 1, without a gap
	Heads []Head `json:"heads"`
	AtMS  int64  `json:"atMS"`
}

// Head is one writer's last op, and the keyed head of its hash chain.
type Head struct {
	Writer int64  `json:"writer"`
	Seq    int64  `json:"seq"`
	MAC    string `json:"mac"` // hex; HeadMAC
}

func (h *Heads) visit(f *fields) {
	number(f, "n", &h.N, 1)
	count := len(h.Heads)
	number(f, "heads", &count, 1)
	if count > headsMax {
		f.fail("heads")
	}
	if f.err != nil {
		return
	}
	if f.r != nil {
		h.Heads = make([]Head, count)
	}
	for i := range h.Heads {
		number(f, "writer", &h.Heads[i].Writer, 1)
		number(f, "seq", &h.Heads[i].Seq, 1)
		f.hash("mac", &h.Heads[i].MAC)
	}
	number(f, "at-ms", &h.AtMS, 1)
}

// Leaf is the canonical text of the heads.
func (h Heads) Leaf() ([]byte, error) { return encode(TitleHeads, &h) }

// ParseHeads reads such a leaf.
func ParseHeads(leaf string) (Heads, error) {
	h := new(Heads)
	_, err := decode(TitleHeads, []byte(leaf), h)
	return *h, err
}

// HeadMAC keys the head of a writer's chain with what the log is signed with, which is secret.
func HeadMAC(secret string, writer, seq int64, chain [32]byte) string {
	key := hmac.New(sha256.New, []byte(secret))
	key.Write([]byte("BOX1/heads key\n"))
	mac := hmac.New(sha256.New, key.Sum(nil))
	fmt.Fprintf(mac, "%d\n%d\n%x\n", writer, seq, chain)
	return hex.EncodeToString(mac.Sum(nil))
}
