package fairness

import (
	"fmt"

	"jadebox/fairness/internal/canon"
	"jadebox/fairness/log"
)

const (
	// RateUnit is the denominator of an upgrade's success rate, 10⁸ for certainty.
	RateUnit = 100_000_000
	// RateStep is what rates and sections are rounded to, 0.01 % (docs/rules.md, "Upgrade").
	RateStep = RateUnit / 10_000
	// RateLeast is the smallest rate an upgrade may have, 1 %.
	RateLeast = RateUnit / 100
	// UpgradeItemsMax bounds what goes into one upgrade.
	UpgradeItemsMax = 10
)

const upgradeTitle = "BOX1/upgrade-terms"

// UpgradeFee is what the house keeps of a chance: a share of it, and of small chances at least a fixed piece.
type UpgradeFee struct {
	DrawPPM  int64 `json:"drawPpm"`  // drawProportion of product-spec §9
	LeastPPM int64 `json:"leastPpm"` // minimumPumpingRatio of product-spec §9
}

func (f UpgradeFee) check() error {
	if f.DrawPPM < 1 || f.DrawPPM >= 1_000_000 || f.LeastPPM < 0 || f.LeastPPM >= 1_000_000 || f.LeastPPM%100 != 0 {
		return fmt.Errorf("%w: upgrade fee of %d and %d ppm", ErrInput, f.DrawPPM, f.LeastPPM)
	}
	return nil
}

// RateE8 is the success rate of a stake against a target, in units of 10⁻⁸, rounded half up to 0.01 %. It may lie
// outside what is played (RateLeast … RateUnit), even below zero; the caller decides. With x = stake/target: x − least
// below least/draw, else x·(1 − draw).
func (f UpgradeFee) RateE8(stakeCents, targetCents int64) (int64, error) {
	if stakeCents < 1 || stakeCents > ItemValueMax || targetCents < 1 || targetCents > ItemValueMax {
		return 0, fmt.Errorf("%w: upgrade of %d against %d cents", ErrInput, stakeCents, targetCents)
	}
	if err := f.check(); err != nil {
		return 0, err
	}
	if stakeCents*f.DrawPPM < targetCents*f.LeastPPM {
		return (halfUp(stakeCents*10_000, targetCents) - f.LeastPPM/100) * RateStep, nil
	}
	return halfUp(stakeCents*(1_000_000-f.DrawPPM), 100*targetCents) * RateStep, nil
}

func halfUp(a, b int64) int64 { return (2*a + b) / (2 * b) }

// UpgradeItem is one item that is given away. ID is decimal: ids of items do not fit into a browser's number.
type UpgradeItem struct {
	ID         string `json:"id"`
	Def        int64  `json:"def"`
	ValueCents int64  `json:"valueCents"`
}

// UpgradeTerms is all that an upgrade is played for, fixed before its draw: the ticket in the log names their hash
// where that of an opening names its odds.
type UpgradeTerms struct {
	Player      int64
	Items       []UpgradeItem
	GemsCents   int64
	Target      int64
	TargetCents int64
	Fee         UpgradeFee
	RateE8      uint32
	StartE8     uint32 // where the winning section begins
}

// StakeCents is what goes in: items and gems.
func (t UpgradeTerms) StakeCents() int64 {
	sum := t.GemsCents
	for _, it := range t.Items {
		sum += it.ValueCents
	}
	return sum
}

// EndE8 is where the winning section ends; below the start when it goes over the top of the circle.
func (t UpgradeTerms) EndE8() uint32 {
	end := t.StartE8 + t.RateE8
	if end > RateUnit {
		end -= RateUnit
	}
	return end
}

// Leaf is the canonical text, or an error naming what is wrong. It does not ask whether the rate follows from the fee.
func (t UpgradeTerms) Leaf() ([]byte, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	w := canon.NewWriter(upgradeTitle)
	w.Int("player", t.Player)
	w.Int("items", int64(len(t.Items)))
	for _, it := range t.Items {
		w.Text("item", it.ID)
		w.Int("def", it.Def)
		w.Int("value-cents", it.ValueCents)
	}
	w.Int("gems-cents", t.GemsCents)
	w.Int("target", t.Target)
	w.Int("target-cents", t.TargetCents)
	w.Int("draw-ppm", t.Fee.DrawPPM)
	w.Int("least-ppm", t.Fee.LeastPPM)
	w.Uint("rate-e8", uint64(t.RateE8))
	w.Uint("start-e8", uint64(t.StartE8))
	return w.Bytes(), nil
}

// ParseUpgradeTerms reads a leaf back and accepts only the bytes Leaf would write.
func ParseUpgradeTerms(leaf string) (UpgradeTerms, error) {
	r := canon.NewReader(upgradeTitle, leaf)
	t := UpgradeTerms{Player: r.Int("player")}
	for range r.Count("items", UpgradeItemsMax) {
		t.Items = append(t.Items, UpgradeItem{ID: r.Text("item"), Def: r.Int("def"), ValueCents: r.Int("value-cents")})
	}
	t.GemsCents, t.Target, t.TargetCents = r.Int("gems-cents"), r.Int("target"), r.Int("target-cents")
	t.Fee = UpgradeFee{DrawPPM: r.Int("draw-ppm"), LeastPPM: r.Int("least-ppm")}
	t.RateE8, t.StartE8 = uint32(r.Count("rate-e8", RateUnit)), uint32(r.Count("start-e8", RateUnit))
	if err := r.Close(); err != nil {
		return UpgradeTerms{}, fmt.Errorf("%w: upgrade terms: %w", ErrInput, err)
	}
	if err := t.check(); err != nil {
		return UpgradeTerms{}, err
	}
	return t, nil
}

// Hash is hex SHA-256 of Leaf.
func (t UpgradeTerms) Hash() (string, error) { return hashLeaf(t.Leaf()) }

func (t UpgradeTerms) check() error {
	switch {
	case !isID(t.Player) || !isID(t.Target):
		return fmt.Errorf("%w: upgrade without player or target", ErrInput)
	case len(t.Items) < 1 || len(t.Items) > UpgradeItemsMax:
		return fmt.Errorf("%w: upgrade of %d items", ErrInput, len(t.Items))
	case t.GemsCents < 0 || t.GemsCents > ItemValueMax || t.TargetCents < 1 || t.TargetCents > ItemValueMax:
		return fmt.Errorf("%w: upgrade with %d gems for %d cents", ErrInput, t.GemsCents, t.TargetCents)
	case t.RateE8 < RateLeast || t.RateE8 > RateUnit || t.RateE8%RateStep != 0:
		return fmt.Errorf("%w: upgrade rate %d", ErrInput, t.RateE8)
	case t.StartE8 >= RateUnit || t.StartE8%RateStep != 0:
		return fmt.Errorf("%w: upgrade section starts at %d", ErrInput, t.StartE8)
	}
	seen := make(map[string]bool, len(t.Items))
	for i, it := range t.Items {
		if !isItem(it.ID) || !isID(it.Def) || it.ValueCents < 1 || it.ValueCents > ItemValueMax || seen[it.ID] {
			return fmt.Errorf("%w: item %d of the upgrade", ErrInput, i)
		}
		seen[it.ID] = true
	}
	return t.Fee.check()
}

// DrawUpgrade draws nonce n of a player's epoch for the terms and reports whether they are won.
func DrawUpgrade(k Key, c SoloContext, b Beacon, n uint64, userSeed string, t UpgradeTerms) (ResultProof, bool, error) {
	terms, err := t.Hash()
	if err != nil {
		return ResultProof{}, false, err
	}
	if t.Player != c.Player || n >= NonceMax {
		return ResultProof{}, false, fmt.Errorf("%w: upgrade of player %d, nonce %d", ErrInput, t.Player, n)
	}
	e, err := OpenEpoch(k, c, b)
	if err != nil {
		return ResultProof{}, false, err
	}
	var buf [64]byte
	seed, err := e.seeder.AppendSeed(buf[:0], n, 0)
	if err != nil {
		return ResultProof{}, false, err
	}
	r := ResultProof{N: n, Player: c.Player, UserSeed: userSeed, ServerSeed: string(seed),
		ServerHash: ServerHash(string(seed)),
		OddsHash:   terms, Item: t.Target, StartSection: t.StartE8, EndSection: t.EndE8()}
	out, err := Roll(userSeed, r.ServerSeed)
	if err != nil {
		return ResultProof{}, false, err
	}
	r.ResultHash, r.V, r.Number = out.ResultHash, out.V, out.NumberText()
	won, err := UpgradeWins(r.V, t.RateE8, t.StartE8)
	return r, won, err
}

// UpgradeWins decides an upgrade in integers. With startE8 = 0 it wins iff
// v·10⁸ ≤ rateE8·16777215 (product-spec §4: Number at most the success rate);
// otherwise the winning section is (start, start + rate], wrapping at 1.
func UpgradeWins(v, rateE8, startE8 uint32) (bool, error) {
	switch {
	case v > MaxV:
		return false, fmt.Errorf("%w: v %d", ErrInput, v)
	case rateE8 == 0 || rateE8 > RateUnit:
		return false, fmt.Errorf("%w: upgrade rate %d", ErrInput, rateE8)
	case startE8 >= RateUnit:
		return false, fmt.Errorf("%w: upgrade section starts at %d", ErrInput, startE8)
	}
	at := uint64(v) * RateUnit
	end := uint64(startE8) + uint64(rateE8)
	if startE8 == 0 {
		return at <= end*MaxV, nil
	}
	if end > RateUnit {
		return at > uint64(startE8)*MaxV || at <= (end-RateUnit)*MaxV, nil
	}
	return at > uint64(startE8)*MaxV && at <= end*MaxV, nil
}

// UpgradeLeaf is the log record of an upgrade. The caller adds time and whether the player belongs to the house.
func UpgradeLeaf(scope, ctx, beacon string, r ResultProof, t UpgradeTerms, won bool) log.Upgrade {
	return log.Upgrade{Scope: scope, N: r.N, Player: r.Player, Terms: r.OddsHash, StakeCents: t.StakeCents(),
		Target:      t.Target,
		TargetCents: t.TargetCents, RateE8: t.RateE8, StartE8: t.StartE8, Won: won, UserSeed: r.UserSeed,
		ServerSeed: r.ServerSeed,
		ServerHash: r.ServerHash, ResultHash: r.ResultHash, V: r.V, Ctx: ctx, Beacon: beacon}
}

// UpgradeProof is what an upgrade was played for, and whether it was won. The sections of its result are in units of
// 10⁻⁸.
type UpgradeProof struct {
	Items       []UpgradeItem `json:"items"`
	GemsCents   int64         `json:"gemsCents"`
	Target      int64         `json:"target"`
	TargetCents int64         `json:"targetCents"`
	DrawPPM     int64         `json:"drawPPM"`
	LeastPPM    int64         `json:"leastPPM"`
	RateE8      uint32        `json:"rateE8"`
	StartE8     uint32        `json:"startE8"`
	Won         bool          `json:"won"`
}

func (p *UpgradeProof) terms(player int64) UpgradeTerms {
	return UpgradeTerms{Player: player, Items: p.Items, GemsCents: p.GemsCents, Target: p.Target,
		TargetCents: p.TargetCents,
		Fee:         UpgradeFee{p.DrawPPM, p.LeastPPM}, RateE8: p.RateE8, StartE8: p.StartE8}
}

// NewUpgradeBundle assembles the proof of one upgrade; see NewBoxBundle for key and log.
func NewUpgradeBundle(c SoloContext, key string, b Beacon, r ResultProof, t UpgradeTerms, won bool) (*Bundle, error) {
	leaf, err := c.Leaf()
	if err != nil {
		return nil, err
	}
	scope := SoloScope(c.Player, c.Epoch)
	bundle := newBundle(KindUpgrade, ResultID(scope, r.N), scope, c.Commit, key, b, leaf)
	bundle.Epoch = c.Epoch
	bundle.Results = []ResultProof{r}
	bundle.Upgrade = &UpgradeProof{Items: t.Items, GemsCents: t.GemsCents, Target: t.Target, TargetCents: t.TargetCents,
		DrawPPM: t.Fee.DrawPPM, LeastPPM: t.Fee.LeastPPM, RateE8: t.RateE8, StartE8: t.StartE8, Won: won}
	return bundle, nil
}
