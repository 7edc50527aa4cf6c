package player

import (
	"encoding/json"
	"fmt"
	"math/bits"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/protocol"
	"jadebox/store"
)

// KindGiveBack is the op kind of gifts that their player gives back.
const KindGiveBack = "gift.back"

// GiveBack gives back what of the player's gifts has not been staked: gems go to the house, and nothing is left to be
// staked, so that a player who does not play takes out what is theirs. GemsCents is what the player saw that it takes;
// another amount is refused with CodePriceChanged. The answer is a GivenBack.
type GiveBack struct {
	Key         string
	GemsCents   int64
	MultiplePPM int64 // of the gifts (playthrough.Lowest)
}

// GivenBack is the answer to GiveBack and the stored result of its op.
type GivenBack struct {
	ToPlayCents int64 `json:"toPlayCents"` // what was left to be staked
	GemsCents   int64 `json:"gemsCents"`   // what was given back for it
	AtMS        int64 `json:"atMs"`
	LeftCents   int64 `json:"-"` // gems
}

// ErrNoGift refuses to give back where nothing is left to be staked.
var ErrNoGift = apierr.New(protocol.CodeNoGift)

func (a *player) giveBack(r directory.Request, m GiveBack) {
	a.run(&command{r: r, key: m.Key, request: durable.Request(KindGiveBack, m.GemsCents),
		// what is left to be staked is raised by others, too
		prepare: func(then func(error)) { a.refresh(func(err error) { then(apierr.FromStore(err)) }) },
		rules:   func() (*store.Op, error) { return a.giveBackRules(m) },
		answer: func(rec store.Receipt) (any, error) {
			g, err := ReadGivenBack(rec.Op, rec.Result)
			g.LeftCents = a.rec.GemsCents
			return g, err
		},
	})
}

func (a *player) giveBackRules(m GiveBack) (*store.Op, error) {
	left := a.rec.ToPlayCents
	if left <= 0 {
		return nil, ErrNoGift
	}
	switch cents := Unplayed(left, m.MultiplePPM); {
	case cents != m.GemsCents:
		return nil, apierr.Changed("gemsCents", cents)
	case cents > a.rec.GemsCents:
		return nil, ErrFunds
	}
	g := GivenBack{ToPlayCents: left, GemsCents: m.GemsCents, AtMS: a.Now().UnixMilli()}
	result, err := json.Marshal(g)
	return &store.Op{Kind: KindGiveBack, At: a.Now(), Result: result, Postings: g.postings(a.id),
		Play: g.play(a.id)}, err
}

// Unplayed is what of gifts has not been staked while so much is left to be, in cents: what asked for it by a multiple
// in millionths, rounded up. Where nothing was asked for it is what is left.
func Unplayed(leftCents, multiplePPM int64) int64 {
	if multiplePPM == 0 {
		return leftCents
	}
	hi, lo := bits.Mul64(uint64(leftCents), 1_000_000)
	whole, rest := bits.Div64(hi, lo, uint64(multiplePPM))
	if rest > 0 {
		whole++
	}
	return int64(whole)
}

func (g GivenBack) postings(who store.PlayerID) []store.Posting {
	return []store.Posting{{Debit: store.PlayerGems(who), Credit: store.Bonus, AmountCents: g.GemsCents}}
}

func (g GivenBack) play(who store.PlayerID) []store.Posting {
	return []store.Posting{{Debit: store.PlayerToPlay(who), Credit: store.HouseToPlay, AmountCents: g.ToPlayCents}}
}

// ReadGivenBack reads the stored result of an op of KindGiveBack.
func ReadGivenBack(op store.OpID, result []byte) (GivenBack, error) {
	var g GivenBack
	if err := json.Unmarshal(result, &g); err != nil {
		return g, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	return g, nil
}

// RightGivenBack reads an op of KindGiveBack and checks its consistency. For auditors.
func RightGivenBack(op *store.Op) (GivenBack, error) {
	g, err := ReadGivenBack(0, op.Result)
	if err == nil && (op.Player == 0 || g.ToPlayCents < 1 || g.GemsCents < 1 || len(op.Postings) != 1 ||
		len(op.Play) != 1 || op.Postings[0] != g.postings(op.Player)[0] || op.Play[0] != g.play(op.Player)[0]) {
		err = fmt.Errorf("player: %v with %v is not the gift %+v that player %d gave back", op.Postings, op.Play, g,
			op.Player)
	}
	return g, err
}
