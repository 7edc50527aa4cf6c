package fairness

import "errors"

// State is what may be said of a proof. The page and the command line say the same.
type State string

// States by their exit codes; ExitUnreadable is for what never became a report.
const (
	// 0: every step holds, under pinned keys, seen by witnesses, with a source that is not the house's
	StateVerified State = "verified"
	StateRefused  State = "refused" // 1: a check failed
	StateWeaker   State = "weaker"  // 3: the arithmetic holds, something of "verified" is missing
	StatePending  State = "pending" // 4: not in the log yet
	StateDiffers  State = "differs" // 5: sound, but not what this reader asked for or saw before

	ExitUnreadable = 2
)

// Exit is the state's exit code.
func (s State) Exit() int {
	switch s {
	case StateVerified:
		return 0
	case StateWeaker:
		return 3
	case StatePending:
		return 4
	case StateDiffers:
		return 5
	}
	return 1
}

// Gap is something that stands between a sound proof and "verified".
type Gap string

// Gaps, in the order in which they are told.
const (
	GapKey        Gap = "key"        // the log's key was taken from the proof
	GapRemembered Gap = "remembered" // key or anchor are known only since the first visit
	GapHouse      Gap = "house"      // the beacon is the house's own chain: it could know the values
	GapAnchor     Gap = "anchor"     // that chain's anchor was taken from the proof
	GapBeacon     Gap = "beacon"     // the beacon's signature was not checked here
	GapReveal     Gap = "reveal"     // the key of the draw is not revealed yet
	GapWitness    Gap = "witness"    // BOX1 has no witnesses: no third party saw the commitment before the draw
)

// Difference is where a sound proof is not what this reader knows.
type Difference struct {
	What   string `json:"what"` // asked, log-key or anchor
	Yours  string `json:"yours"`
	Theirs string `json:"theirs"`
}

// Memory is what a reader saw at first sight. It makes nothing green; its use is that a change is told.
type Memory struct {
	LogKey  string   `json:"logKey"`
	Anchors []Anchor `json:"anchors"`
	SinceMS int64    `json:"sinceMs"`
}

// Verdict is a report weighed against what the reader knows.
type Verdict struct {
	State   State        `json:"state"`
	Missing []Gap        `json:"missing"`
	Differs []Difference `json:"differs"`
}

// Judge weighs the report of VerifyWith(b, trust) against the same trust, the reader's memory and the result that was
// asked for ("" for none). Of several states the worst is told: refused, differs, pending, weaker.
func Judge(b *Bundle, report Report, trust Trust, memory Memory, asked string) Verdict {
	v := Verdict{State: StateRefused, Missing: []Gap{}, Differs: []Difference{}}
	if !report.OK || len(report.Checks) == 0 {
		return v
	}
	if asked != "" && asked != b.ResultID {
		v.Differs = append(v.Differs, Difference{"asked", asked, b.ResultID})
	}
	remembered := v.key(b, trust, memory)
	remembered = v.anchor(b, trust, memory) || remembered
	v.gap(GapRemembered, remembered)
	v.gap(GapHouse, b.Beacon.Source == BeaconLocal)
	v.gap(GapBeacon, skips(report, func(name string) bool { return name == CheckBeaconName }))
	v.gap(GapReveal, skips(report, func(name string) bool {
		return name != CheckBeaconName && name != CheckLog && name != CheckCheckpoint
	}))
	v.gap(GapWitness, b.Format == Format)
	switch {
	case len(v.Differs) > 0:
		v.State = StateDiffers
	case b.Log == nil:
		v.State = StatePending
	case len(v.Missing) > 0:
		v.State = StateWeaker
	default:
		v.State = StateVerified
	}
	return v
}

func (v *Verdict) gap(gap Gap, open bool) {
	if open {
		v.Missing = append(v.Missing, gap)
	}
}

// key reports whether the log's key is known from memory alone.
func (v *Verdict) key(b *Bundle, trust Trust, memory Memory) (remembered bool) {
	switch {
	case b.Log == nil || trust.LogKey != "":
		return false
	case memory.LogKey == "":
		v.gap(GapKey, true)
		return false
	case memory.LogKey != b.Log.PublicKey:
		v.Differs = append(v.Differs, Difference{"log-key", memory.LogKey, b.Log.PublicKey})
	}
	return true
}

// anchor reports whether the chain's anchor is known from memory alone.
func (v *Verdict) anchor(b *Bundle, trust Trust, memory Memory) (remembered bool) {
	if b.Beacon.Source != BeaconLocal {
		return false
	}
	if _, pinned := anchorOf(trust.Anchors, b.Beacon); pinned {
		return false
	}
	seen, known := anchorOf(memory.Anchors, b.Beacon)
	if !known {
		v.gap(GapAnchor, true)
		return false
	}
	if err := CheckLocalBeaconFrom(b.Beacon, seen.Round, seen.Link); errors.Is(err, ErrMismatch) {
		v.Differs = append(v.Differs, Difference{"anchor", seen.Link, b.Beacon.Proof.Anchor})
	}
	return true
}

func skips(r Report, which func(name string) bool) bool {
	for _, c := range r.Checks {
		if c.Skipped && which(c.Name) {
			return true
		}
	}
	return false
}
