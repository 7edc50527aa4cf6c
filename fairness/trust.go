package fairness

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"jadebox/fairness/internal/canon"
	"jadebox/fairness/internal/strict"
	"jadebox/fairness/log"
)

// TrustFormat is the first field of a trust document.
const TrustFormat = "jadebox-trust/1"

// Trust is what the reader holds as certain: a proof that contradicts it is refused. An empty field pins nothing. It
// never comes from the thing that is verified.
type Trust struct {
	LogKey  string             // the log's public key
	Anchors []Anchor           // of the house's own chains
	Drand   func(Beacon) error // verifies a drand signature, see package drand
}

// Anchor is a published link of the house's own chain, from which the Rounds rounds after Round count.
type Anchor struct {
	Round  uint64 `json:"round"`
	Rounds uint64 `json:"rounds"`
	Link   string `json:"link"` // hex
}

// Covers reports whether the anchor covers a round.
func (a Anchor) Covers(round uint64) bool { return a.Round < round && round-a.Round <= a.Rounds }

// Overlaps reports whether two anchors both cover a round.
func (a Anchor) Overlaps(b Anchor) bool {
	return a.Round < b.Round+b.Rounds && b.Round < a.Round+a.Rounds
}

// anchorOf is the anchor whose chain holds the beacon's round, if any does.
func anchorOf(anchors []Anchor, b Beacon) (Anchor, bool) {
	if b.Source == BeaconLocal {
		for _, a := range anchors {
			if a.Covers(b.Round) {
				return a, true
			}
		}
	}
	return Anchor{}, false
}

// TrustDocument is what a site says of its keys at /.well-known/jadebox-trust.json, and what `--trust FILE` pins. Read
// from the site itself it pins nothing.
type TrustDocument struct {
	Format string      `json:"format"`
	Origin string      `json:"origin"` // the log's name in its checkpoints
	Policy string      `json:"policy"` // C2SP tlog-policy: the log's key; BOX1 has no witnesses
	Beacon BeaconTrust `json:"beacon"`
}

// BeaconTrust names the source of new draws, and for the house's own one all chains so far.
type BeaconTrust struct {
	Source  string   `json:"source"`
	Anchors []Anchor `json:"anchors"`
}

// NewTrustDocument is the document of a site without witnesses.
func NewTrustDocument(logKey, source string, anchors []Anchor) TrustDocument {
	origin, _, _ := strings.Cut(logKey, "+")
	return TrustDocument{Format: TrustFormat, Origin: origin, Policy: "log " + logKey + "\nquorum none\n",
		Beacon: BeaconTrust{Source: source, Anchors: append([]Anchor{}, anchors...)}}
}

// ParseTrust reads a trust document or, as it stands in one, a bare policy. What it does not know is refused: a policy
// with witnesses asks for more than a BOX1 proof has.
func ParseTrust(data []byte) (TrustDocument, error) {
	var d TrustDocument
	if len(data) > bundleMax {
		return d, fmt.Errorf("%w: trust document of %d bytes", ErrInput, len(data))
	}
	if !strings.HasPrefix(strings.TrimSpace(string(data)), "{") {
		key, err := policyKey(string(data))
		d.Format, d.Policy = TrustFormat, string(data)
		d.Origin, _, _ = strings.Cut(key, "+")
		return d, err
	}
	if err := strict.One(data, &d); err != nil {
		return d, fmt.Errorf("%w: trust document: %w", ErrInput, err)
	}
	return d, d.check()
}

func (d TrustDocument) check() error {
	key, err := policyKey(d.Policy)
	if err != nil {
		return err
	}
	if origin, _, _ := strings.Cut(key, "+"); d.Format != TrustFormat || d.Origin != origin {
		return fmt.Errorf("%w: trust document: format %q, origin %q of the key %q", ErrInput, d.Format, d.Origin, key)
	}
	if d.Beacon.Source != BeaconLocal && d.Beacon.Source != BeaconDrand {
		return fmt.Errorf("%w: trust document: beacon source %q", ErrInput, d.Beacon.Source)
	}
	for _, a := range d.Beacon.Anchors {
		if !isHash(a.Link) || a.Round > canon.MaxSafe || a.Rounds == 0 || a.Rounds > chainMax {
			return fmt.Errorf("%w: trust document: anchor of round %d", ErrInput, a.Round)
		}
	}
	return nil
}

// LogKey is the key in the policy.
func (d TrustDocument) LogKey() string {
	key, err := policyKey(d.Policy)
	if err != nil {
		return "" // not a document that ParseTrust gave
	}
	return key
}

// Trust pins the document.
func (d TrustDocument) Trust() Trust { return Trust{LogKey: d.LogKey(), Anchors: d.Beacon.Anchors} }

// policyKey is the one log of a policy.
func policyKey(policy string) (string, error) {
	key := ""
	for line := range strings.Lines(policy) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		case words[0] == "log" && (len(words) == 2 || len(words) == 3) && key == "":
			key = words[1]
		case words[0] == "quorum" && len(words) == 2 && words[1] == "none":
		default:
			return "", fmt.Errorf("%w: trust policy: %q: one log and no witnesses are known here", ErrInput,
				strings.TrimSpace(line))
		}
	}
	if err := log.CheckKey(key); err != nil {
		return "", fmt.Errorf("%w: trust policy: %w", ErrInput, err)
	}
	return key, nil
}

//go:embed pins.json
var pinsFile []byte

// Pins are the documents that this build was made with: none, unless its builder writes a site's document into
// pins.json. The page has the same file.
func Pins() ([]TrustDocument, error) {
	var pins []TrustDocument
	if err := json.Unmarshal(pinsFile, &pins); err != nil {
		return nil, fmt.Errorf("pins of the build: %w", err)
	}
	for _, d := range pins {
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("pins of the build: %w", err)
		}
	}
	return pins, nil
}

// PinFor is the pin of the log that the bundle names, if there is one. A bundle that takes the name without the key is
// then refused by VerifyWith.
func PinFor(pins []TrustDocument, b *Bundle) (TrustDocument, bool) {
	if b.Log != nil {
		origin, _, _ := strings.Cut(b.Log.PublicKey, "+")
		for _, d := range pins {
			if d.Origin == origin {
				return d, true
			}
		}
	}
	return TrustDocument{}, false
}
