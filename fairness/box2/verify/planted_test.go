package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign/bls"

	"jadebox/fairness"
	"jadebox/fairness/box2"
)

// A planted failure fails exactly one check; the others hold, or are skipped because they build on it.
type planted struct {
	name  string // of its file in the kit, without the kind
	fails string
	build build
}

var other = hex.EncodeToString(seed("something else"))

// roundOf is the beacon of a context of any kind.
func roundOf(l box2.Leaf) *box2.Beacon {
	switch l := l.(type) {
	case *box2.EpochOpen:
		return &l.Beacon
	case *box2.Roster:
		return &l.Beacon
	case *box2.Roll:
		return &l.Beacon
	case *box2.Wish:
		return &l.Beacon
	case *box2.FlipTicket:
		return &l.Beacon
	case *box2.RainClaims:
		return &l.Beacon
	}
	panic("a context without a round")
}

// first runs f once, on the first leaf of that type.
func first[T box2.Leaf](f func(T)) func(box2.Leaf) {
	done := false
	return func(l box2.Leaf) {
		if typed, ok := l.(T); ok && !done {
			done = true
			f(typed)
		}
	}
}

// moved is a proof that names the place in front of its own.
func moved(proof string) string {
	head, rest, _ := strings.Cut(proof, "index ")
	place, rest, _ := strings.Cut(rest, "\n")
	return head + "index " + strconv.Itoa(must(strconv.Atoi(place))-1) + "\n" + rest
}

// plantedAnywhere are failures that bundles of every kind can have.
func plantedAnywhere() []planted {
	return []planted{
		{"format", CheckForm, build{bundle: func(b *Bundle) { b.Format = "BOX1" }}},
		{"kind", CheckForm, build{bundle: func(b *Bundle) { b.Kind = "dice" }}},
		{"id", CheckForm, build{bundle: func(b *Bundle) { b.ID += "0" }}},
		{"no-slot", CheckForm, build{bundle: func(b *Bundle) { b.Slot = []Slot{} }}},
		{"key-form", CheckForm, build{bundle: func(b *Bundle) { b.Key = "00" }}},
		{"key-of-zeros", CheckForm, build{bundle: func(b *Bundle) { b.Key = strings.Repeat("0", 64) }}},
		{"part", CheckForm, build{bundle: func(b *Bundle) {
			if b.Upgrade = nil; b.Kind != fairness.KindUpgrade {
				b.Upgrade = &Upgrade{}
			}
		}}},
		{"second-result", CheckForm, build{bundle: func(b *Bundle) { b.Results = append(b.Results, b.Results[0]) }}},
		{"second-ticket", CheckForm, build{bundle: func(b *Bundle) { b.Tickets = append(b.Tickets, "x") }}},
		{"context-leaf", CheckForm, build{bundle: func(b *Bundle) { b.Context += "\n" }}},
		{"result-leaf", CheckForm, build{bundle: func(b *Bundle) { b.Results[0] = b.Context }}},
		{"result-text", CheckForm, build{bundle: func(b *Bundle) { b.Results[0] = strings.TrimSpace(b.Results[0]) }}},
		{"beacon-form", CheckForm, build{bundle: func(b *Bundle) { b.Beacon.Link = other }}},
		{"signature-form", CheckForm, build{bundle: func(b *Bundle) { b.Beacon.Signature = "0g" }}},
		{"later-round", CheckContext, build{context: func(l box2.Leaf) { roundOf(l).Round++ }}},
		{"opened-index", CheckOpened, build{bundle: func(b *Bundle) { b.Opened = moved(b.Opened) }}},
		{"opened-form", CheckOpened, build{bundle: func(b *Bundle) { b.Opened += "x" }}},
		{"opened-extra", CheckOpened, build{bundle: func(b *Bundle) {
			b.Opened = strings.Replace(b.Opened, "index", "extra \nindex", 1)
		}}},
		{"cosigned-late", CheckBefore, build{late: 8}},
		{"cosigned-early", CheckBefore, build{late: -4}},
		{"cosigned-by-one", CheckBefore, build{fewFirst: 1}},
		{"other-signature", CheckBeacon, build{beacon: func(b *fairness.Beacon) {
			b.Proof.Signature = hex.EncodeToString(bls.Sign(network, []byte("another round")))
		}}},
		{"other-round", CheckBeacon, build{beacon: func(b *fairness.Beacon) {
			message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, b.Round+1))
			b.Round, b.Proof.Signature = b.Round+1, hex.EncodeToString(bls.Sign(network, message[:]))
		}}},
		{"opened-number-form", CheckOpened, build{bundle: func(b *Bundle) {
			b.Opened = strings.Replace(b.Opened, "index ", "index 0", 1)
		}}},
		{"path", CheckSlot, build{bundle: func(b *Bundle) { b.Slot[0].Path = append(b.Slot[0].Path, other) }}},
		{"slot-number", CheckSlot, build{bundle: func(b *Bundle) { b.Slot[0].N++ }}},
		{"other-key", CheckKey, build{bundle: func(b *Bundle) { b.Key = other }}},
		{"logged-index", CheckLog, build{bundle: func(b *Bundle) { b.Logged = moved(b.Logged) }}},
		{"logged-before", CheckLog, build{early: true}},
		{"other-log-key", CheckCheckpoint, build{signer: new(newSigner(origin, "another log"))}},
		{"witness-forged", CheckCheckpoint, build{bundle: func(b *Bundle) {
			at := strings.Index(b.Logged, "— b.example ") + len("— b.example ") + 40
			b.Logged = b.Logged[:at] + otherLetter(b.Logged[at]) + b.Logged[at+1:]
		}}},
		{"one-witness", CheckWitnesses, build{few: 1}},
	}
}

// otherLetter is another character of base64.
func otherLetter(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}

// plantedSolo are failures of tickets and of what is drawn under them.
func plantedSolo() []planted {
	ticket := func(f func(*box2.Ticket)) build { return build{ticket: f} }
	return []planted{
		{"height", CheckContext, build{context: func(l box2.Leaf) { l.(*box2.EpochOpen).Height = 7 }}},
		{"path-hash", CheckSlot, build{bundle: func(b *Bundle) { b.Slot[0].Path[3] = other }}},
		{"other-ticket", CheckTicket, build{bundle: func(b *Bundle) {
			b.Tickets[0] = strings.Replace(b.Tickets[0], hex.EncodeToString(seed("request")), other, 1)
		}}},
		{"ticket-log", CheckTicket, ticket(func(t *box2.Ticket) { t.Log = "other.example/log" })},
		{"ticket-ctx", CheckTicket, ticket(func(t *box2.Ticket) { t.Ctx = other })},
		{"ticket-beacon", CheckTicket, ticket(func(t *box2.Ticket) { t.Beacon = other })},
		{"ticket-scope", CheckTicket, ticket(func(t *box2.Ticket) { t.Scope = "solo:u7:e3" })},
		{"ticket-bot", CheckTicket, ticket(func(t *box2.Ticket) { t.Bot = botHouse })},
		{"ticket-nonce", CheckTicket, ticket(func(t *box2.Ticket) { t.N = soloNonce + 1 })},
		{"ticket-ended", CheckTicket, ticket(func(t *box2.Ticket) { t.N = soloNonce - 3 })},
		{"ticket-late", CheckTicket, ticket(func(t *box2.Ticket) { t.AtMS = resultMS + 1 })},
		{"ticket-early", CheckTicket, ticket(func(t *box2.Ticket) { t.AtMS = contextMS - 1 })},
		{"house-account-chose", CheckTicket, build{
			ticket: func(t *box2.Ticket) { t.Bot = botHouse },
			result: func(l box2.Leaf) {
				switch l := l.(type) {
				case *box2.Result:
					l.Bot = botHouse
				case *box2.Upgrade:
					l.Bot = botHouse
				}
			},
		}},
		{"server-seed", CheckServerSeed, build{seed: func(string) string { return other }}},
		{"server-hash", CheckServerHash, ticket(func(t *box2.Ticket) { t.ServerHashes[1] = other })},
		{"number", CheckNumber, build{v: func(v int64) int64 { return v ^ 1 }}},
	}
}

// plantedFlips are failures of the tickets of flips.
func plantedFlips() []planted {
	ticket := func(name string, f func(*box2.FlipTicket)) planted {
		return planted{name, CheckTicket, build{context: first(f)}}
	}
	end := func(name string, f func(*box2.Flip)) planted {
		return planted{name, CheckTicket, build{result: first(f)}}
	}
	return []planted{
		ticket("ticket-log", func(t *box2.FlipTicket) { t.Log = "other.example/log" }),
		ticket("ticket-ctx", func(t *box2.FlipTicket) { t.Ctx = other }),
		ticket("ticket-scope", func(t *box2.FlipTicket) { t.Scope = "luckycard:1" }),
		ticket("ticket-nonce", func(t *box2.FlipTicket) { t.N = 3 }),
		ticket("ticket-player", func(t *box2.FlipTicket) { t.Player++ }),
		ticket("house-account-chose", func(t *box2.FlipTicket) { t.Bot = botHouse }),
		ticket("seat-without-account", func(t *box2.FlipTicket) { t.Bot, t.UserSeed = botSeat, "bot2" }),
		end("end-ticket", func(r *box2.Flip) { r.Ticket = other }),
		end("end-beacon", func(r *box2.Flip) { r.Beacon = other }),
		end("end-scope", func(r *box2.Flip) { r.Scope = "luckycard:1" }),
		end("end-bot", func(r *box2.Flip) { r.Bot = botHouse }),
		end("end-early", func(r *box2.Flip) { r.AtMS = contextMS - 1 }),
		{"room-late", CheckTicket, build{room: func(l *box2.Luckycard) { l.AtMS = contextMS + 1 }}},
	}
}

// plantedIn are failures of one kind.
func plantedIn() map[string][]planted {
	return map[string][]planted{
		fairness.KindBox: append(plantedSolo(), []planted{
			{"ticket-player", CheckTicket, build{result: first(func(r *box2.Result) { r.Player++ })}},
			{"seat", CheckForm, build{result: first(func(r *box2.Result) { r.Seat = 1 })}},
			{"ticket-other-player", CheckTicket, build{ticket: func(t *box2.Ticket) { t.Player++ }}},
			{"seat-without-account", CheckTicket, build{ticket: func(t *box2.Ticket) { t.Bot = botSeat },
				result: first(func(r *box2.Result) { r.Bot = botSeat })}},
			{"result-scope", CheckTicket, build{result: first(func(r *box2.Result) { r.Scope = "solo:u7:e3" }),
				bundle: func(b *Bundle) { b.ID = "solo:u7:e3:n9" }}},
			{"odds-unused", CheckOdds, build{bundle: func(b *Bundle) {
				unused, _ := table(6)
				b.Odds = append(b.Odds, unused)
			}}},
			{"odds-weight-wraps", CheckOdds, build{bundle: func(b *Bundle) { b.Odds[0].Entries[2][1] -= 1 << 32 }}},
			{"odds-value", CheckOdds, build{bundle: func(b *Bundle) { b.Odds[0].Entries[2][2]++ }}},
			{"odds-weight", CheckOdds, build{bundle: func(b *Bundle) { b.Odds[0].Entries[2][1] = -1 }}},
			{"odds-missing", CheckOdds, build{bundle: func(b *Bundle) { b.Odds = []Odds{} }}},
			{"odds-twice", CheckOdds, build{bundle: func(b *Bundle) { b.Odds = append(b.Odds, b.Odds[0]) }}},
			{"odds-box", CheckOdds, build{ticket: func(t *box2.Ticket) { t.Box++ }}},
			{"item", CheckItem, build{result: first(func(r *box2.Result) { r.Item++ })}},
			{"item-value", CheckItem, build{result: first(func(r *box2.Result) { r.ValueCents++ })}},
		}...),
		fairness.KindUpgrade: append(plantedSolo(), []planted{
			{"odds", CheckForm, build{bundle: func(b *Bundle) { b.Odds = []Odds{{Entries: [][3]int64{}}} }}},
			{"terms-form", CheckForm, build{bundle: func(b *Bundle) { b.Upgrade.Terms += "\n" }}},
			{"ticket-player", CheckTicket, build{result: first(func(r *box2.Upgrade) { r.Player++ })}},
			{"terms-hash", CheckTerms, build{ticket: func(t *box2.Ticket) { t.Odds = other }}},
			{"terms-box", CheckTerms, build{ticket: func(t *box2.Ticket) { t.Box = 5 }}},
			{"terms-stake", CheckTerms, build{ticket: func(t *box2.Ticket) { t.StakeCents++ }}},
			{"terms-player", CheckTerms, build{terms: func(t *fairness.UpgradeTerms) { t.Player++ }}},
			{"terms-target", CheckTerms, build{result: first(func(r *box2.Upgrade) { r.Target++ })}},
			{"terms-target-value", CheckTerms, build{result: first(func(r *box2.Upgrade) { r.TargetCents++ })}},
			{"terms-rate", CheckTerms, build{result: first(func(r *box2.Upgrade) { r.RateE8++ })}},
			{"terms-start", CheckTerms, build{result: first(func(r *box2.Upgrade) { r.StartE8++ })}},
			{"rate", CheckRate, build{terms: func(t *fairness.UpgradeTerms) { t.RateE8 += fairness.RateStep }}},
			{"section", CheckSection, build{result: first(func(r *box2.Upgrade) { r.Won = !r.Won })}},
		}...),
		fairness.KindBattle: {
			{"close-leaf", CheckForm, build{bundle: func(b *Bundle) { b.Battle.Close = b.Context }}},
			{"order", CheckForm, build{bundle: func(b *Bundle) {
				b.Results[0], b.Results[1] = b.Results[1], b.Results[0]
			}}},
			{"log", CheckContext, build{context: func(l box2.Leaf) { l.(*box2.Roster).Log = "other.example/log" }}},
			{"odds-of-other-box", CheckOdds, build{context: func(l box2.Leaf) { l.(*box2.Roster).Rounds[0].Box = 6 }}},
			{"seats", CheckContext, build{context: func(l box2.Leaf) { l.(*box2.Roster).Seats[1].Seat = 3 }}},
			{"result-player", CheckTicket, build{result: first(func(r *box2.Result) { r.Player++ })}},
			{"result-bot", CheckTicket, build{result: first(func(r *box2.Result) { r.Bot = botHouse })}},
			{"result-roster", CheckTicket, build{result: first(func(r *box2.Result) { r.Ticket = other })}},
			{"result-scope", CheckTicket, build{result: first(func(r *box2.Result) { r.Scope = "battle:1" })}},
			{"result-early", CheckTicket, build{result: first(func(r *box2.Result) { r.AtMS = contextMS - 1 })}},
			{"result-slot", CheckTicket, build{result: func(l box2.Leaf) {
				if r, ok := l.(*box2.Result); ok && r.Seat == 1 {
					r.SlotKey = other
				}
			}}},
			{"server-seed", CheckServerSeed, build{seed: func(string) string { return other }}},
			{"number", CheckNumber, build{v: func(v int64) int64 { return v ^ 1 }}},
			{"odds-value", CheckOdds, build{bundle: func(b *Bundle) { b.Odds[0].Entries[2][2]++ }}},
			{"item", CheckItem, build{result: first(func(r *box2.Result) { r.Item++ })}},
			{"bot-seed", CheckBots, build{context: func(l box2.Leaf) { l.(*box2.Roster).Seats[2].UserSeed = "bot1" }}},
			{"house-seed", CheckBots, build{context: func(l box2.Leaf) { l.(*box2.Roster).Seats[0].Bot = botHouse }}},
			{"bot-player", CheckBots, build{context: func(l box2.Leaf) { l.(*box2.Roster).Seats[2].Player++ }}},
			{"totals", CheckScore, build{bundle: func(b *Bundle) { b.Battle.Totals[0]++ }}},
			{"winners", CheckScore, build{bundle: func(b *Bundle) { b.Battle.Winners = []int{0, 1, 2} }}},
			{"mode", CheckScore, build{context: func(l box2.Leaf) { l.(*box2.Roster).Mode = "teams" }}},
			{"tie-seat", CheckTie, build{bundle: func(b *Bundle) {
				b.Battle.TieSeat = (b.Battle.TieSeat + 1) % 3
				b.Battle.Winners = []int{b.Battle.TieSeat}
			}}},
			{"tied", CheckTie, build{bundle: func(b *Bundle) { b.Battle.Tied = b.Battle.Tied[:2] }}},
			{"close-scope", CheckLog, build{result: first(func(c *box2.Close) { c.Scope = "battle:1" })}},
			{"close-reason", CheckLog, build{result: first(func(c *box2.Close) { c.Reason = "beacon" })}},
			{"close-key", CheckLog, build{result: first(func(c *box2.Close) { c.Key = other })}},
		},
		fairness.KindRoll: {
			{"prizes", CheckContext, build{context: func(l box2.Leaf) { l.(*box2.Roll).Prizes[1].Prize = 3 }}},
			{"end-ctx", CheckTicket, build{result: first(func(r *box2.RollEnd) { r.Ctx = other })}},
			{"end-beacon", CheckTicket, build{result: first(func(r *box2.RollEnd) { r.Beacon = other })}},
			{"end-scope", CheckTicket, build{result: first(func(r *box2.RollEnd) { r.Scope = "roll:r1" })}},
			{"end-early", CheckTicket, build{result: first(func(r *box2.RollEnd) { r.AtMS = contextMS - 1 })}},
			{"part-leaf", CheckForm, build{bundle: func(b *Bundle) { b.Roll.Parts[0] = b.Context }}},
			{"part-weight", CheckParts, build{bundle: func(b *Bundle) {
				b.Roll.Parts[0] = strings.Replace(b.Roll.Parts[0], "weight=3", "weight=4", 1)
			}}},
			{"part-missing", CheckParts, build{bundle: func(b *Bundle) { b.Roll.Parts = b.Roll.Parts[:1] }}},
			{"part-number", CheckParts, build{part: func(p *box2.RollPart) { p.Part += 1 }}},
			{"part-scope", CheckParts, build{part: func(p *box2.RollPart) { p.Scope = "roll:r1" }}},
			{"part-late", CheckParts, build{part: func(p *box2.RollPart) { p.AtMS = contextMS + 1 }}},
			{"joined-late", CheckParts, build{part: func(p *box2.RollPart) { p.Entrants[0].JoinedMS = contextMS + 1 }}},
			{"entrant-twice", CheckParts, build{part: func(p *box2.RollPart) { p.Entrants[1].Player = 100 }}},
			{"entrants", CheckParts, build{context: func(l box2.Leaf) { l.(*box2.Roll).Entrants++ }}},
			{"winners", CheckWinners, build{result: first(func(r *box2.RollEnd) { slices.Reverse(r.Winners) })}},
			{"no-winners", CheckWinners, build{result: first(func(r *box2.RollEnd) { r.Winners = nil })}},
		},
		fairness.KindWish: {
			{"bottles", CheckContext, build{context: func(l box2.Leaf) { l.(*box2.Wish).Bottles[2].Player = 7 }}},
			{"end-ctx", CheckTicket, build{result: first(func(r *box2.WishEnd) { r.Ctx = other })}},
			{"end-beacon", CheckTicket, build{result: first(func(r *box2.WishEnd) { r.Beacon = other })}},
			{"end-scope", CheckTicket, build{result: first(func(r *box2.WishEnd) { r.Scope = "wish:1" })}},
			{"end-early", CheckTicket, build{result: first(func(r *box2.WishEnd) { r.AtMS = contextMS - 1 })}},
			{"server-seed", CheckServerSeed, build{seed: func(string) string { return other }}},
			{"bot-seed", CheckBots, build{context: func(l box2.Leaf) { l.(*box2.Wish).Bottles[5].UserSeed = "bot5" }}},
			{"bot-player", CheckBots, build{context: func(l box2.Leaf) { l.(*box2.Wish).Bottles[5].Bot = botSeat }}},
			{"bottle", CheckBottle, build{result: first(func(r *box2.WishEnd) { r.Bottle = r.Bottle%8 + 1 })}},
			{"bottle-player", CheckBottle, build{result: first(func(r *box2.WishEnd) { r.Player++ })}},
		},
		fairness.KindRain: plantedRain(),
		fairness.KindLuckycard: append(plantedFlips(), []planted{
			{"ticket-leaf", CheckForm, build{bundle: func(b *Bundle) { b.Tickets[0] = b.Context }}},
			{"before-missing", CheckForm, build{bundle: func(b *Bundle) {
				b.Luckycard.Before = b.Luckycard.Before[:1]
			}}},
			{"before-order", CheckForm, build{bundle: func(b *Bundle) { slices.Reverse(b.Luckycard.Before) }}},
			{"before-leaf", CheckForm, build{bundle: func(b *Bundle) { b.Luckycard.Before[0].Leaf = b.Context }}},
			{"before-text", CheckForm, build{bundle: func(b *Bundle) { b.Luckycard.Before[0].Leaf += "\n" }}},
			{"before-scope", CheckForm, build{before: first(func(l *box2.Flip) { l.Scope = "luckycard:1" })}},
			{"void-of-two", CheckForm, build{before: first(func(l *box2.Void) {
				l.SlotKeys = append(l.SlotKeys, other)
			})}},
			{"card-twice", CheckContext, build{room: func(l *box2.Luckycard) { l.Cards[4].Card = 1 }}},
			{"card", CheckCard, build{result: first(func(r *box2.Flip) { r.Card = r.Card%5 + 1 })}},
			{"card-value", CheckCard, build{result: first(func(r *box2.Flip) { r.ValueCents++ })}},
			{"before-card", CheckCard, build{before: first(func(l *box2.Flip) { l.Card = 6 })}},
			{"before-not-in-log", CheckCard, build{bundle: func(b *Bundle) {
				b.Luckycard.Before[0].Leaf = strings.Replace(b.Luckycard.Before[0].Leaf, "card=2", "card=3", 1)
			}}},
			{"before-behind", CheckCard, build{behind: true}},
			{"before-not-cosigned", CheckCard, build{bundle: func(b *Bundle) {
				at := strings.Index(b.Luckycard.Before[1].Logged, "— b.example ")
				b.Luckycard.Before[1].Logged = b.Luckycard.Before[1].Logged[:at]
			}}},
		}...),
	}
}

// all are the planted failures by the names of their files, "<kind>-<name>".
func all() map[string]planted {
	list := map[string]planted{}
	for kind, own := range plantedIn() {
		for _, p := range append(plantedAnywhere(), own...) {
			p.build.kind = kind
			if _, twice := list[kind+"-"+p.name]; twice {
				panic(kind + "-" + p.name + " is there twice")
			}
			list[kind+"-"+p.name] = p
		}
	}
	return list
}

func TestEachPlantedFailureFailsItsCheckAndNoOther(t *testing.T) {
	trust := pinned("two")
	list := all()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		p := list[name]
		b := p.build.make()
		report := checked(t, b, trust)
		var failed []string
		for _, c := range report.Checks {
			if !c.OK && !c.Skipped {
				failed = append(failed, c.Name)
			}
		}
		if !slices.Equal(failed, []string{p.fails}) || report.OK {
			t.Errorf("%s: %q failed, %q expected", name, failed, p.fails)
		}
		if v := Judge(b, report, trust, "", ""); v.State != fairness.StateRefused || v.State.Exit() != 1 {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestEveryCheckOfEveryKindHasAPlantedFailure(t *testing.T) {
	fails := map[string]bool{}
	for name, p := range all() {
		kind, _, _ := strings.Cut(name, "-")
		fails[kind+" "+p.fails] = true
	}
	for _, kind := range kindsHere {
		for _, c := range checked(t, (&build{kind: kind}).make(), pinned("two")).Checks {
			if c.Name != CheckMine && !fails[kind+" "+c.Name] { // its failures stand in mine_test.go
				t.Errorf("%s: no bundle fails %s", kind, c.Name)
			}
		}
	}
}
