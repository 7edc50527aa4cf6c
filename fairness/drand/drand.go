// Package drand verifies values of the drand quicknet beacon: an unchained
// BLS12-381 signature of the round number, with the signature on G1 and the
// network's key on G2 (scheme bls-unchained-g1-rfc9380).
//
// Deliberately absent: the network. Fetching a round is the business of a client
// elsewhere; this package stays pure.
package drand

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/cloudflare/circl/sign/bls"

	"jadebox/fairness"
)

// QuicknetKey is the network's key, as its info document states it; fairness has its schedule.
const QuicknetKey = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"

// Quicknet is the schedule and the verifier of the quicknet beacon.
type Quicknet struct{ key bls.PublicKey[bls.KeyG2SigG1] }

// NewQuicknet reads the network's public key, QuicknetKey in production.
func NewQuicknet(publicKey string) (*Quicknet, error) {
	raw, err := hex.DecodeString(publicKey)
	if err != nil {
		return nil, fmt.Errorf("%w: drand key: %w", fairness.ErrInput, err)
	}
	q := new(Quicknet)
	if err := q.key.UnmarshalBinary(raw); err != nil || !q.key.Validate() {
		return nil, fmt.Errorf("%w: drand key is no point of G2", fairness.ErrInput)
	}
	return q, nil
}

// Source is fairness.BeaconDrand.
func (*Quicknet) Source() string { return fairness.BeaconDrand }

// DueMS is when a round appears; round 1 is the genesis.
func (*Quicknet) DueMS(round uint64) int64 {
	return fairness.QuicknetGenesisMS + (int64(round)-1)*fairness.QuicknetPeriodMS
}

// RoundAfter is the first round at least fairness.BeaconDelayMS after ms.
func (*Quicknet) RoundAfter(ms int64) uint64 { return fairness.QuicknetRoundAfter(ms) }

// Beacon makes the beacon of a round from the signature that the network gave
// for it, and refuses a signature that does not hold.
func (q *Quicknet) Beacon(round uint64, signature string) (fairness.Beacon, error) {
	raw, err := hex.DecodeString(signature)
	if err != nil {
		return fairness.Beacon{}, fmt.Errorf("%w: drand signature: %w", fairness.ErrInput, err)
	}
	value := sha256.Sum256(raw)
	b := fairness.Beacon{
		Source: fairness.BeaconDrand, Round: round, Value: hex.EncodeToString(value[:]),
		Proof: fairness.BeaconProof{Signature: signature},
	}
	return b, q.Check(b)
}

// Check verifies a beacon; it is the Drand field of fairness.Trust.
func (q *Quicknet) Check(b fairness.Beacon) error {
	if err := fairness.CheckBeacon(b); err != nil {
		return err
	}
	if b.Source != fairness.BeaconDrand {
		return fmt.Errorf("%w: beacon source %q is not drand", fairness.ErrInput, b.Source)
	}
	signature, err := hex.DecodeString(b.Proof.Signature)
	if err != nil {
		return fmt.Errorf("%w: drand signature: %w", fairness.ErrInput, err)
	}
	var round [8]byte
	binary.BigEndian.PutUint64(round[:], b.Round)
	message := sha256.Sum256(round[:])
	if !bls.Verify(&q.key, message[:], signature) {
		return fmt.Errorf("%w: drand signature of round %d", fairness.ErrMismatch, b.Round)
	}
	return nil
}

var _ fairness.BeaconSchedule = (*Quicknet)(nil)
