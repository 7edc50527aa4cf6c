package box2

import (
	"encoding/base64"
	"fmt"

	"github.com/transparency-dev/formats/note"
	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness/internal/canon"
	"jadebox/fairness/log"
)

// checkpointMax bounds a signed checkpoint with its cosignatures, in bytes.
const checkpointMax = 16_384

// Cosigned is a checkpoint that the log and a quorum of witnesses have signed.
type Cosigned struct {
	log.Checkpoint
	// Times are when witnesses of the policy cosigned, in Unix seconds, by their names in the policy.
	Times map[string]int64
	// QuorumTime is the least time by which those of the quorum had cosigned, in Unix seconds; 0 under "quorum none".
	QuorumTime int64
}

// OpenCheckpoint verifies a signed checkpoint under a policy: the log's signature, the cosignatures (C2SP
// tlog-cosignature, Ed25519) of those witnesses that it lists, and their quorum. Lines of unknown keys count for
// nothing, and a line of a known key that does not hold is refused. Errors wrap ErrCheckpoint. One that lacks only its
// quorum comes with an error that wraps ErrQuorum, too.
func OpenCheckpoint(signed string, p *Policy) (Cosigned, error) {
	if len(signed) > checkpointMax {
		return Cosigned{}, fmt.Errorf("%w: %d bytes, at most %d", ErrCheckpoint, len(signed), checkpointMax)
	}
	opened, err := sumdb.Open([]byte(signed), sumdb.VerifierList(append([]sumdb.Verifier{p.log}, p.witnesses...)...))
	if err != nil {
		return Cosigned{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	c := Cosigned{Times: map[string]int64{}}
	own := false
	for _, s := range opened.Sigs {
		if _, err := base64.StdEncoding.Strict().DecodeString(s.Base64); err != nil {
			return Cosigned{}, fmt.Errorf("%w: signature of %s: %w", ErrCheckpoint, s.Name, err)
		}
		if s.Name == p.log.Name() && s.Hash == p.log.KeyHash() {
			own = true
			continue
		}
		if err := p.note(c.Times, s); err != nil {
			return Cosigned{}, err
		}
	}
	if !own {
		return Cosigned{}, fmt.Errorf("%w: the log has not signed", ErrCheckpoint)
	}
	if c.Checkpoint, err = log.ParseCheckpoint(opened.Text, p.Origin); err != nil {
		return Cosigned{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if !p.NeedsQuorum() {
		return c, nil
	}
	var fulfilled bool
	if c.QuorumTime, fulfilled = p.quorumTime(p.quorum, c.Times); !fulfilled {
		return c, fmt.Errorf("%w: %w: %d cosignatures", ErrCheckpoint, ErrQuorum, len(c.Times))
	}
	return c, nil
}

// note takes the time of a witness's cosignature.
func (p *Policy) note(times map[string]int64, s sumdb.Signature) error {
	for i, verifier := range p.witnesses {
		if verifier.Name() != s.Name || verifier.KeyHash() != s.Hash {
			continue
		}
		at, err := note.CoSigV1Timestamp(s)
		if err != nil || at.Unix() < 1 || at.Unix() > canon.MaxSafe {
			return fmt.Errorf("%w: time of witness %s", ErrCheckpoint, p.Witnesses[i])
		}
		times[p.Witnesses[i]] = at.Unix()
	}
	return nil
}
