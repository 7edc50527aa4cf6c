package fairness

import (
	"errors"
	"fmt"

	"jadebox/fairness/internal/canon"
	"jadebox/fairness/log"
)

// Names of the checks, the same in the TypeScript verifier.
const (
	CheckForm       = "form"
	CheckContext    = "context"
	CheckCommit     = "commit"
	CheckBeaconName = "beacon"
	CheckServerSeed = "server-seed"
	CheckServerHash = "server-hash"
	CheckResultHash = "result-hash"
	CheckNumber     = "number"
	CheckOdds       = "odds"
	CheckItem       = "item"
	CheckScore      = "score"
	CheckTie        = "tie"
	CheckWinners    = "winners"
	CheckTerms      = "terms"
	CheckRate       = "rate"
	CheckSection    = "section"
	CheckOpened     = "opened"
	CheckAmounts    = "amounts"
	CheckClaims     = "claims"
	CheckDeck       = "deck"
	CheckBottle     = "bottle"
	CheckWishSeed   = "wish-seed"
	CheckEnded      = "ended"
	CheckLog        = "log"
	CheckCheckpoint = "checkpoint"
)

// Check is one line of a report. A skipped check proves nothing either way.
type Check struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Skipped bool   `json:"skipped"`
	Detail  string `json:"detail"`
}

// Report is the outcome of a verification. OK means that no check failed; what
// was skipped stands in Checks and is not vouched for.
type Report struct {
	OK     bool    `json:"ok"`
	Checks []Check `json:"checks"`
}

// A kindVerifier adds what is particular to a kind to the common checks.
type kindVerifier interface {
	// form checks ids and counts, so that the other checks can index freely.
	form(b *Bundle) error
	// context parses the leaf, compares it with the bundle and returns its promise.
	context(b *Bundle) (promise, error)
	// outcome appends the checks that only this kind has; draws from odds tables start with drawn.
	outcome(v *verification)
	// leaf compares the log leaf with the bundle.
	leaf(b *Bundle, tables map[string]*Odds) error
}

// promise is what every context leaf fixes before the beacon value exists.
type promise struct {
	commit, source string
	round          uint64
}

// verification is a run over one bundle.
type verification struct {
	b      *Bundle
	trust  Trust
	key    Key
	opened bool // key is revealed and well-formed
	tables map[string]*Odds
	report Report
}

// Verify makes every check that the bundle allows by itself.
func Verify(b *Bundle) Report { return VerifyWith(b, Trust{}) }

// VerifyWith also compares with what the reader trusts.
func VerifyWith(b *Bundle, trust Trust) Report {
	v := &verification{b: b, trust: trust, report: Report{OK: true}}
	kind, err := v.form()
	v.add(CheckForm, "ids, counts and lengths are well-formed", err)
	if err != nil {
		return v.report
	}
	given, err := v.context(kind)
	v.add(CheckContext, "hash and contents agree with what was locked before the draw", err)
	v.commit()
	v.beacon(given, err)
	v.serverSeeds()
	v.results()
	kind.outcome(v)
	v.log(kind)
	return v.report
}

func (v *verification) add(name, detail string, err error) {
	if err != nil {
		v.report.OK = false
		detail = err.Error()
	}
	v.report.Checks = append(v.report.Checks, Check{Name: name, OK: err == nil, Detail: detail})
}

func (v *verification) skip(name, why string) {
	v.report.Checks = append(v.report.Checks, Check{Name: name, Skipped: true, Detail: why})
}

const keyHidden = "key not revealed yet"

func (v *verification) form() (kindVerifier, error) {
	if v.b == nil || v.b.Format != Format {
		return nil, fmt.Errorf("%w: not a %s bundle", ErrInput, Format)
	}
	kind := kinds[v.b.Kind].verifier
	if kind == nil {
		return nil, fmt.Errorf("%w: bundle kind %q", ErrInput, v.b.Kind)
	}
	b := v.b
	if !isHash(b.Commit) || !isHash(b.Context.Hash) {
		return nil, fmt.Errorf("%w: commit or context hash is not 64 hex characters", ErrInput)
	}
	if b.Key != "" {
		key, err := ParseKey(b.Key)
		if err != nil {
			return nil, err
		}
		v.key, v.opened = key, true
	}
	for i, r := range b.Results {
		if !isID(r.Player) || !isHash(r.ServerSeed) || r.N > canon.MaxSafe || r.Seat < 0 || r.Seat > SeatMax {
			return nil, fmt.Errorf("%w: result %d: player, server seed, n or seat", ErrInput, i)
		}
		if err := ValidUserSeed(r.UserSeed); err != nil {
			return nil, fmt.Errorf("result %d: %w", i, err)
		}
	}
	for part, has := range b.parts() {
		if has != (part == b.Kind) {
			return nil, fmt.Errorf("%w: part %s of a %s bundle", ErrInput, part, b.Kind)
		}
	}
	return kind, kind.form(b)
}

func (v *verification) context(kind kindVerifier) (promise, error) {
	if hash, _ := hashLeaf([]byte(v.b.Context.Leaf), nil); hash != v.b.Context.Hash {
		return promise{}, fmt.Errorf("%w: context hash is not the hash of the leaf", ErrMismatch)
	}
	given, err := kind.context(v.b)
	if err != nil {
		return promise{}, err
	}
	if given.commit != v.b.Commit {
		return promise{}, fmt.Errorf("%w: the context names another commit", ErrMismatch)
	}
	return given, nil
}

func (v *verification) commit() {
	if !v.opened {
		v.skip(CheckCommit, keyHidden)
		return
	}
	var err error
	if v.key.Commit() != v.b.Commit {
		err = fmt.Errorf("%w: the key does not hash to the commit", ErrMismatch)
	}
	v.add(CheckCommit, "the revealed key hashes to the published commit", err)
}

func (v *verification) beacon(given promise, contextErr error) {
	b := v.b.Beacon
	err := CheckBeacon(b)
	if err == nil && contextErr == nil && (b.Source != given.source || b.Round != given.round) {
		err = fmt.Errorf("%w: beacon %s round %d, the context promised %s round %d", ErrMismatch, b.Source, b.Round,
			given.source, given.round)
	}
	switch {
	case err != nil:
	case b.Source == BeaconLocal:
		err = CheckLocalBeacon(b)
		if a, known := anchorOf(v.trust.Anchors, b); known && err == nil {
			err = CheckLocalBeaconFrom(b, a.Round, a.Link)
		}
	case v.trust.Drand == nil:
		v.skip(CheckBeaconName, "no verifier for drand signatures here")
		return
	default:
		err = v.trust.Drand(b)
	}
	v.add(CheckBeaconName, fmt.Sprintf("%s, round %d follows from its proof", b.Source, b.Round), err)
}

func (v *verification) serverSeeds() {
	if !v.opened {
		v.skip(CheckServerSeed, keyHidden)
		return
	}
	seeder, err := NewSeeder(v.key, v.b.Scope, v.b.Beacon.Value, v.b.Context.Hash)
	for i := 0; err == nil && i < len(v.b.Results); i++ {
		r := v.b.Results[i]
		var buf [64]byte
		var seed []byte
		seed, err = seeder.AppendSeed(buf[:0], r.N, r.Seat)
		if err == nil && string(seed) != r.ServerSeed {
			err = fmt.Errorf("%w: server seed of n %d seat %d does not follow from the key", ErrMismatch, r.N, r.Seat)
		}
	}
	v.add(CheckServerSeed, "every server seed follows from key, beacon and context", err)
}

func (v *verification) results() {
	var hashErr, resultErr, numberErr error
	for _, r := range v.b.Results {
		if ServerHash(r.ServerSeed) != r.ServerHash {
			hashErr = errors.Join(hashErr, fmt.Errorf("%w: server hash of n %d seat %d", ErrMismatch, r.N, r.Seat))
		}
		out, err := Roll(r.UserSeed, r.ServerSeed)
		if err != nil || out.ResultHash != r.ResultHash {
			resultErr = errors.Join(resultErr, fmt.Errorf("%w: result hash of n %d seat %d", ErrMismatch, r.N, r.Seat))
		}
		if err != nil || out.V != r.V || out.NumberText() != r.Number {
			numberErr = errors.Join(numberErr, fmt.Errorf("%w: number of n %d seat %d", ErrMismatch, r.N, r.Seat))
		}
	}
	v.add(CheckServerHash, "every server seed hashes to its server hash", hashErr)
	v.add(CheckResultHash, "SHA-256(userSeed ‖ serverSeed)", resultErr)
	v.add(CheckNumber, "v and Number are the first six characters", numberErr)
}

// drawn checks results that were drawn from odds tables.
func (v *verification) drawn() {
	v.tables = make(map[string]*Odds, len(v.b.Odds))
	v.add(CheckOdds, "every table hashes to the hash its results name", v.readTables())
	v.items()
}

func (v *verification) readTables() error {
	used := make(map[string]bool, len(v.b.Results))
	for _, r := range v.b.Results {
		used[r.OddsHash] = true
	}
	for _, p := range v.b.Odds {
		entries := make([]OddsEntry, len(p.Entries))
		for i, e := range p.Entries {
			entries[i] = OddsEntry{Item: e.Item, Weight: e.Weight, ValueCents: e.ValueCents}
		}
		odds, err := NewOdds(p.BoxID, p.Version, entries)
		if err != nil {
			return err
		}
		if odds.Hash() != p.Hash || v.tables[p.Hash] != nil || !used[p.Hash] {
			return fmt.Errorf("%w: odds of box %d: another hash, repeated or unused", ErrMismatch, p.BoxID)
		}
		v.tables[p.Hash] = odds
	}
	if len(v.tables) != len(used) {
		return fmt.Errorf("%w: a result names odds that the bundle lacks", ErrMismatch)
	}
	return nil
}

func (v *verification) items() {
	var err error
	for _, r := range v.b.Results {
		odds := v.tables[r.OddsHash]
		if odds == nil {
			err = errors.Join(err, fmt.Errorf("%w: no odds for n %d seat %d", ErrMismatch, r.N, r.Seat))
			continue
		}
		at := odds.Pick(r.V)
		if at < 0 || odds.Entry(at).Item != r.Item {
			err = errors.Join(err, fmt.Errorf("%w: item of n %d seat %d", ErrMismatch, r.N, r.Seat))
			continue
		}
		if lo, hi := odds.Bounds(at); lo != r.StartSection || hi != r.EndSection {
			err = errors.Join(err, fmt.Errorf("%w: section of n %d seat %d", ErrMismatch, r.N, r.Seat))
		}
	}
	v.add(CheckItem, "v lies in the section of the item", err)
}

func (v *verification) log(kind kindVerifier) {
	p := v.b.Log
	if p == nil {
		v.skip(CheckLog, "not in the public log yet")
		v.skip(CheckCheckpoint, "not in the public log yet")
		return
	}
	cp, cpErr := log.OpenCheckpoint(p.Checkpoint, p.PublicKey)
	if cpErr == nil && cp.Size != p.TreeSize {
		cpErr = fmt.Errorf("%w: the checkpoint has %d leaves, the proof %d", ErrMismatch, cp.Size, p.TreeSize)
	}
	if cpErr == nil && v.trust.LogKey != "" && v.trust.LogKey != p.PublicKey {
		cpErr = fmt.Errorf("%w: the checkpoint is signed by another key than the trusted one", ErrMismatch)
	}
	err := kind.leaf(v.b, v.tables)
	if err == nil {
		err = log.CheckInclusion([]byte(p.Leaf), p.Index, p.TreeSize, cp.Root, p.Proof)
	}
	v.add(CheckLog, fmt.Sprintf("leaf %d of %d", p.Index, p.TreeSize), err)
	v.add(CheckCheckpoint, "signed by "+cp.Origin, cpErr)
}

// resultOrder checks that results run n by n and in each n seat by seat.
func resultOrder(results []ResultProof, rounds, seats int) error {
	if len(results) != rounds*seats {
		return fmt.Errorf("%w: %d results for %d rounds of %d seats", ErrInput, len(results), rounds, seats)
	}
	for i, r := range results {
		if r.N != uint64(i/seats) || r.Seat != i%seats {
			return fmt.Errorf("%w: result %d is n %d seat %d", ErrInput, i, r.N, r.Seat)
		}
	}
	return nil
}
