package log

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"jadebox/fairness/internal/canon"
)

// TitleHeads is the leaf that says how far the journal has gone.
const TitleHeads = "BOX1/heads"

// headsMax bounds one leaf.
const headsMax = 1000

// Heads publishes where writers of the journal stand: nothing that is in the journal by then can be left out of it, or
// be otherwise, without contradicting the log. What the journal holds is private, so a head is keyed.
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

func (h *Heads) Visit(f *canon.Fields) {
	canon.Number(f, "n", &h.N, 1)
	canon.List(f, "heads", &h.Heads, 1, headsMax, func(head *Head) {
		canon.Number(f, "writer", &head.Writer, 1)
		canon.Number(f, "seq", &head.Seq, 1)
		f.Hash("mac", &head.MAC)
	})
	canon.Number(f, "at-ms", &h.AtMS, 1)
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
