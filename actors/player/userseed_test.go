package player_test

import (
	"strings"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

const profileSeed = "seed" // of every player of the rig

// drawnBy are the user seeds of an opening.
func drawnBy(o player.Opened) (seeds []string) {
	for _, r := range o.Results {
		seeds = append(seeds, r.UserSeed)
	}
	return seeds
}

// Each paid draw of a player may bring a seed that the device has made for it. The key, what was asked and the seed are
// one request: a client that repeats it gets the same answer, and one that asks again by another seed none.
func TestTheDevicesSeedDrawsAndIsPartOfTheRequest(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		inSeason(r, time.Now().Add(time.Hour))
		earned(r, p, 100)
		item := give(r, p, "given", 4)
		upgrade := upgradeTo(r, "upgrade", 2, 0, item...)
		box, tokens := open("box", 2), withTokens("tokens", 1)
		box.UserSeed, tokens.UserSeed, upgrade.UserSeed = "device1", "device2", "device3"

		opened := rig.Do[player.Opened](r, player.Kind, id, box)
		paid := rig.Do[player.Opened](r, player.Kind, id, tokens)
		upgraded := rig.Do[player.Upgraded](r, player.Kind, id, upgrade)
		plain := rig.Do[player.Opened](r, player.Kind, id, open("plain", 1))
		for name, c := range map[string]struct{ got, want string }{
			"first of the box":  {drawnBy(opened)[0], "device1"},
			"second of the box": {drawnBy(opened)[1], "device1"},
			"for tokens":        {drawnBy(paid)[0], "device2"},
			"upgrade":           {upgraded.Result.UserSeed, "device3"},
			"without a seed":    {drawnBy(plain)[0], profileSeed},
			"what comes next":   {rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}).UserSeed, profileSeed},
		} {
			if c.got != c.want {
				t.Errorf("%s is drawn by %q, want %q", name, c.got, c.want)
			}
		}
		other, without := box, box
		other.UserSeed, without.UserSeed = "device4", ""
		for _, asked := range []player.Open{other, without} {
			_, err := rig.Ask[player.Opened](r, player.Kind, id, asked)
			r.Refused(err, protocol.CodeKeyReused)
		}
		otherTokens, otherUpgrade := tokens, upgrade
		otherTokens.UserSeed, otherUpgrade.UserSeed = "device4", "device4"
		_, err := rig.Ask[player.Opened](r, player.Kind, id, otherTokens)
		r.Refused(err, protocol.CodeKeyReused)
		_, err = rig.Ask[player.Upgraded](r, player.Kind, id, otherUpgrade)
		r.Refused(err, protocol.CodeKeyReused)
		late := open("plain", 1) // a seed for what was drawn without one
		late.UserSeed = profileSeed
		_, err = rig.Ask[player.Opened](r, player.Kind, id, late)
		r.Refused(err, protocol.CodeKeyReused)
		if again := rig.Do[player.Opened](r, player.Kind, id, box); again.Op != opened.Op ||
			again.Results[1] != opened.Results[1] {
			t.Errorf("%+v and then %+v", opened, again)
		}
		if ops := r.Ops(player.KindOpen, player.KindOpenTokens, player.KindUpgrade); len(ops) != 4 {
			t.Errorf("%d ops", len(ops))
		}
		proof, err := player.Bundle(r.Context(), r.Engine, r.Catalog, upgraded.Op, 0)
		if err != nil || !fairness.Verify(proof).OK || proof.Results[0].UserSeed != "device3" {
			t.Errorf("the upgrade's proof: %+v, %v", proof, err)
		}
		verify(r, opened)
	})
}

// A seed and the hash of the odds are never taken for one another, nor a seed for none.
func TestASeedIsNotTakenForAnythingElseOfTheRequest(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		seeded := open("k", 1)
		seeded.UserSeed = "abc"
		rig.Do[player.Opened](r, player.Kind, player.ID(p), seeded)
		hashed := open("k", 1)
		hashed.OddsHash = "abc"
		_, err := rig.Ask[player.Opened](r, player.Kind, player.ID(p), hashed)
		r.Refused(err, protocol.CodeKeyReused)
	})
}

func TestASeedThatIsNoneIsRefusedBeforeAnythingIsDrawn(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		inSeason(r, time.Now().Add(time.Hour))
		earned(r, p, 100)
		upgrade := upgradeTo(r, "upgrade", 2, 0, give(r, p, "given", 4)...)
		for _, seed := range []string{" ", "a-b", "seventeenletters1", "种子"} {
			box, tokens := open("box", 1), withTokens("tokens", 1)
			box.UserSeed, tokens.UserSeed, upgrade.UserSeed = seed, seed, seed
			for kind, msg := range map[string]any{player.KindOpen: box, player.KindOpenTokens: tokens,
				player.KindUpgrade: upgrade, "grant.test": player.Grant{Kind: "grant.test", Key: "claim:1", Box: 1,
					Source: store.FromReward, Asked: player.Asked{UserSeed: seed}}} {
				_, err := rig.Ask[any](r, player.Kind, id, msg)
				if r.Refused(err, protocol.CodeSeedFormat); len(r.Ops(kind)) != 0 {
					t.Errorf("%s with seed %q left an op", kind, seed)
				}
			}
		}
		if next := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}).Nonce; next != 0 {
			t.Errorf("nonce %d is next", next)
		}
	})
}

// A paid draw may name the commitment that its player was shown: it is drawn under that one or not at all, and nothing
// is charged for what is refused.
func TestWhatIsPaidIsDrawnUnderTheCommitmentThatThePlayerWasShown(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		inSeason(r, time.Now().Add(time.Hour))
		earned(r, p, 100)
		upgrade := upgradeTo(r, "upgrade", 2, 0, give(r, p, "given", 4)...)
		shown := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}).Commit
		box, tokens := open("box", 1), withTokens("tokens", 1)
		box.Commit = shown
		first := rig.Do[player.Opened](r, player.Kind, id, box)

		rotated := rig.Do[player.Rotated](r, player.Kind, id, player.Rotate{Key: "rotate"})
		again := rig.Do[player.Opened](r, player.Kind, id, box)
		if again.Op != first.Op || again.Results[0] != first.Results[0] {
			t.Errorf("an answer that was lost is %+v under the next commitment, and was %+v", again, first)
		}
		other := box
		other.Commit = rotated.Current.Commit
		_, err := rig.Ask[player.Opened](r, player.Kind, id, other)
		r.Refused(err, protocol.CodeKeyReused)

		gems, held, ops := r.Balance(p), tokensOf(r, p), len(r.Ops(drawn...))
		box.Key, tokens.Commit, upgrade.Commit = "late", shown, shown
		for name, msg := range map[string]any{"box": box, "tokens": tokens, "upgrade": upgrade} {
			_, err := rig.Ask[any](r, player.Kind, id, msg)
			r.Refused(err, protocol.CodePriceChanged)
			if r.Balance(p) != gems || tokensOf(r, p) != held || len(r.Ops(drawn...)) != ops {
				t.Errorf("%s: the commitment of the epoch before drew or took something", name)
			}
		}
		box.Commit, tokens.Commit, upgrade.Commit = other.Commit, other.Commit, other.Commit
		rig.Do[player.Opened](r, player.Kind, id, box)
		rig.Do[player.Opened](r, player.Kind, id, tokens)
		rig.Do[player.Upgraded](r, player.Kind, id, upgrade)
	})
}

// A free draw may name what its player was shown, too. Neither belongs to what the claim is: it is answered again when
// both have changed since.
func TestAFreeBoxIsDrawnByWhatThePlayerWasShown(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		const kind = "grant.test"
		id := player.ID(r.Player(100))
		shown := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}).Commit
		claim := player.Grant{Kind: kind, Key: "claim:1", Box: 1, Source: store.FromReward,
			Asked: player.Asked{UserSeed: "device", Commit: shown}}
		for field, asked := range map[string]player.Asked{
			"oddsHash": {UserSeed: "device", Commit: shown, OddsHash: "of yesterday"},
			"commit":   {UserSeed: "device", Commit: strings.Repeat("0", 64)},
		} {
			other := claim
			other.Asked = asked
			_, err := rig.Ask[player.Granted](r, player.Kind, id, other)
			if r.Refused(err, protocol.CodePriceChanged); len(r.Ops(kind)) != 0 {
				t.Errorf("another %s than was shown left an op", field)
			}
		}
		first := rig.Do[player.Granted](r, player.Kind, id, claim)
		rig.Do[player.Rotated](r, player.Kind, id, player.Rotate{Key: "rotate"})
		again := rig.Do[player.Granted](r, player.Kind, id, claim)
		if again.Op != first.Op || again.Opened.Results[0] != first.Opened.Results[0] || len(r.Ops(kind)) != 1 {
			t.Errorf("%+v under the next commitment, and was %+v", again, first)
		}
	})
}

// drawn are the kinds of ops that are paid and drawn by one player.
var drawn = []string{player.KindOpen, player.KindOpenTokens, player.KindUpgrade}

func TestTokensBuyByTheOddsThatThePlayerSaw(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		inSeason(r, time.Now().Add(time.Hour))
		earned(r, p, 100)
		m := withTokens("tokens", 1)
		m.OddsHash = "of yesterday"
		_, err := rig.Ask[player.Opened](r, player.Kind, id, m)
		if r.Refused(err, protocol.CodePriceChanged); tokensOf(r, p) != 100 {
			t.Errorf("%d tokens are left of 100", tokensOf(r, p))
		}
		box, _ := r.Catalog.Box(1)
		m.OddsHash = box.Odds.Hash()
		rig.Do[player.Opened](r, player.Kind, id, m)
	})
}
