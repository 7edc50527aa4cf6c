package verify

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/transparency-dev/formats/proof"

	"jadebox/fairness/log"
)

// pathMax bounds the path of a proof: more than the height of any tree.
const pathMax = 64

// An inclusion is a tlog-proof (c2sp.org/tlog-proof@v1) as it was read. Who signed its checkpoint is not checked yet.
type inclusion struct {
	err    error // why it cannot be read
	index  int64
	path   []string
	note   string // the signed checkpoint
	origin string
	size   int64
	root   string
}

// readInclusion accepts only the bytes that a writer of that format would write, without extra data.
func readInclusion(text string) inclusion {
	var p proof.TLogProof
	if err := p.Unmarshal([]byte(text)); err != nil {
		return inclusion{err: malformed("%v", err)}
	}
	if p.ExtraData != nil || len(p.Hashes) > pathMax || string(p.Marshal()) != text {
		return inclusion{err: malformed("tlog proof is not in plain form")}
	}
	body, _, _ := strings.Cut(string(p.Checkpoint), "\n\n")
	origin, _, _ := strings.Cut(body, "\n")
	c, err := log.ParseCheckpoint(body+"\n", origin)
	if err != nil {
		return inclusion{err: fmt.Errorf("tlog proof: %w", err)}
	}
	in := inclusion{index: int64(p.Index), note: string(p.Checkpoint), origin: origin, size: c.Size, root: c.Root}
	for _, hash := range p.Hashes {
		in.path = append(in.path, hex.EncodeToString(hash[:]))
	}
	return in
}

// holds is nil when the leaf stands where the proof says, under the root that its checkpoint names.
func (in inclusion) holds(leaf string) error {
	if in.err != nil {
		return in.err
	}
	return log.CheckInclusion([]byte(leaf), in.index, in.size, in.root, in.path)
}
