package verify

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign/bls"
	"github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/formats/proof"
	sumdb "golang.org/x/mod/sumdb/note"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/drand"
	"jadebox/fairness/log"
	"jadebox/fairness/slot"
)

const (
	origin    = "play.example.com/log"
	contextMS = 1_800_000_000_500
	resultMS  = contextMS + 20_000
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// seed is 32 bytes that only the name decides, so that the files of the kit stay the same.
func seed(name string) []byte {
	sum := sha256.Sum256([]byte("jadebox conformance v2 " + name))
	return sum[:]
}

func key(name string) fairness.Key { return fairness.Key(seed(name)) }

// signer is the Ed25519 key of a log or a witness.
type signer struct {
	name, secret, vkey string
}

func newSigner(name, from string) signer {
	private := ed25519.NewKeyFromSeed(seed(from))
	vkey := must(sumdb.NewEd25519VerifierKey(name, private.Public().(ed25519.PublicKey)))
	hash, _, _ := strings.Cut(strings.TrimPrefix(vkey, name+"+"), "+")
	raw := base64.StdEncoding.EncodeToString(append([]byte{1}, seed(from)...))
	return signer{name, "PRIVATE+KEY+" + name + "+" + hash + "+" + raw, vkey}
}

// cosign is the cosignature line of a witness: C2SP tlog-cosignature, Ed25519.
func (s signer) cosign(text string, at int64) string {
	raw := must(must(sumdb.NewSigner(s.secret)).Sign(fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, text)))
	sig := binary.BigEndian.AppendUint32(nil, must(note.NewSignerForCosignatureV1(s.secret)).KeyHash())
	sig = binary.BigEndian.AppendUint64(sig, uint64(at))
	return "— " + s.name + " " + base64.StdEncoding.EncodeToString(append(sig, raw...)) + "\n"
}

var (
	logKey    = newSigner(origin, "log")
	witnesses = []signer{
		newSigner("a.example", "witness a"), newSigner("b.example", "witness b"), newSigner("c.example", "witness c"),
	}
	network = must(bls.KeyGen[bls.KeyG2SigG1](seed("drand"), nil, nil))
	chain   = must(fairness.NewLocalChain(key("chain"), 4*fairness.ChainSpan, contextMS-1_000_000, 1000))
)

func policyText(quorum string) string {
	text := "log " + logKey.vkey + "\n"
	for _, w := range witnesses {
		text += "witness " + w.name + " " + must(note.VKeyToCosignatureV1(w.vkey)) + "\n"
	}
	return text + "group two 2 a.example b.example c.example\nquorum " + quorum + "\n"
}

func networkKey() string { return hex.EncodeToString(must(network.PublicKey().MarshalBinary())) }

func ownChain() Chain {
	return Chain{
		Anchor:    fairness.Anchor{Round: 0, Rounds: chain.Length(), Link: chain.Anchor()},
		GenesisMS: contextMS - 1_000_000, PeriodMS: 1000,
	}
}

// pinned is what a reader of the kit trusts.
func pinned(quorum string) Trust {
	return Trust{
		Policy: must(box2.ParsePolicy(policyText(quorum))), Pinned: true, Drand: must(drand.NewQuicknet(networkKey())),
		Chains: []Chain{ownChain()},
	}
}

// A build makes one bundle. What a function here changes is changed before what follows from it is made, so that a
// planted failure is the only one.
type build struct {
	kind     string
	source   string // of the beacon, drand unless said otherwise
	open     bool   // the scope is not closed yet
	few      int    // cosigners under the last checkpoint, 2 unless said otherwise
	fewFirst int    // cosigners under the first checkpoint
	late     int64  // seconds that the cosignatures of the first come late
	early    bool   // the last leaf stands at the beginning of its log
	behind   bool   // a flip before stands in the log behind the last leaf
	signer   *signer
	context  func(box2.Leaf)
	beacon   func(*fairness.Beacon)
	ticket   func(*box2.Ticket)
	room     func(*box2.Luckycard)
	before   func(box2.Leaf)
	rained   func(*box2.Rain)
	amounts  func(*box2.RainAmounts)
	payment  func(*box2.Payment)    // the first of this window
	first    func(*fairness.Beacon) // value of the round of the amounts
	few0     int                    // cosigners under the checkpoint of the rain
	late0    int64                  // seconds that these come late
	terms    func(*fairness.UpgradeTerms)
	part     func(*box2.RollPart)
	seed     func(string) string
	v        func(int64) int64
	result   func(box2.Leaf)
	bundle   func(*Bundle)
}

func change[T any](f func(T), v T) {
	if f != nil {
		f(v)
	}
}

func text(l box2.Leaf) string { return string(must(box2.Text(l))) }

// made is what a build has on its way.
type made struct {
	*build
	b      *Bundle
	scope  string
	secret fairness.Key
	tree   *slot.Tree
	round  box2.Beacon
	value  fairness.Beacon
	leaves [][]byte // of the log
	last   bool     // the proof that is made is that of the last leaf
}

func (c *build) make() *Bundle {
	m := &made{build: c, secret: key("scope")}
	m.b = &Bundle{
		Format: Format, Kind: c.kind, Slot: []Slot{}, Tickets: []string{}, Results: []string{}, Odds: []Odds{},
	}
	m.round = m.exact(contextMS)
	for i := range 5 {
		m.leaves = append(m.leaves, fmt.Appendf(nil, "of somebody else %d", i))
	}
	switch c.kind {
	case fairness.KindBox:
		m.box()
	case fairness.KindUpgrade:
		m.upgrade()
	case fairness.KindBattle:
		m.battle()
	case fairness.KindRoll:
		m.roll()
	case fairness.KindWish:
		m.wish()
	case fairness.KindLuckycard:
		m.luckycard()
	case fairness.KindRain:
		m.rain()
	}
	if m.b.Key = m.secret.Reveal(); c.open {
		m.b.Key = ""
	}
	change(c.bundle, m.b)
	return m.b
}

// exact is the only round that a leaf of that time may name.
func (m *made) exact(atMS int64) box2.Beacon {
	if m.source == fairness.BeaconLocal {
		return box2.Beacon{Source: m.source, Round: must(box2.ExactRound(chain, atMS))}
	}
	quicknet := must(drand.NewQuicknet(networkKey()))
	return box2.Beacon{Source: fairness.BeaconDrand, Round: must(box2.ExactRound(quicknet, atMS))}
}

// commit makes the tree of the scope.
func (m *made) commit(scope string, height int) string {
	m.scope, m.tree = scope, must(slot.New(m.secret, scope, height))
	return m.tree.Commit()
}

// lock puts the leaf that names the round into the log, cosigned before it, and takes the value of the round. It gives
// the text of the leaf.
func (m *made) lock(named box2.Leaf, round *box2.Beacon) string {
	change(m.build.context, named)
	m.leaves = append(m.leaves, []byte(text(named)))
	m.b.Opened = m.prove(2-m.fewFirst, contextMS/1000+1+m.late)
	m.value, m.b.Beacon = m.fetch(*round, m.build.beacon)
	return text(named)
}

// fetch takes the value of a round, as it may be changed on its way, in both forms.
func (m *made) fetch(round box2.Beacon, f func(*fairness.Beacon)) (fairness.Beacon, Beacon) {
	value := m.draw(round)
	change(f, &value)
	sum := sha256.Sum256(must(hex.DecodeString(value.Proof.Signature + value.Proof.Link)))
	value.Value = hex.EncodeToString(sum[:])
	return value, Beacon{
		Source: value.Source, Round: value.Round, Signature: value.Proof.Signature, Link: value.Proof.Link,
		AnchorRound: value.Proof.AnchorRound, Anchor: value.Proof.Anchor,
	}
}

func (m *made) draw(round box2.Beacon) fairness.Beacon {
	if round.Source == fairness.BeaconLocal {
		return must(chain.Beacon(round.Round, chain.DueMS(round.Round)))
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round.Round))
	return fairness.Beacon{Source: round.Source, Round: round.Round,
		Proof: fairness.BeaconProof{Signature: hex.EncodeToString(bls.Sign(network, message[:]))}}
}

// prove is the tlog-proof of the newest leaf, with so many cosignatures of that time.
func (m *made) prove(cosigners int, at int64) string {
	var memory log.Memory
	must(memory.Append(m.leaves...))
	index := memory.Size() - 1
	hashes := must(log.ProveInclusion(memory.Size(), index, &memory))
	by := logKey
	if m.signer != nil && m.last {
		by = *m.signer
	}
	signed := must(log.Sign(memory.Size(), must(log.Root(memory.Size(), &memory)), by.secret))
	body, _, _ := strings.Cut(signed, "\n— ")
	for _, w := range witnesses[:cosigners] {
		signed += w.cosign(body, at)
	}
	p := proof.TLogProof{Index: uint64(index), Checkpoint: []byte(signed)}
	for _, h := range hashes {
		p.Hashes = append(p.Hashes, [32]byte(must(hex.DecodeString(h))))
	}
	return string(p.Marshal())
}

// end puts the last leaf into the log behind some of others.
func (m *made) end(leaf string) {
	m.leaves = append(m.leaves, []byte("of somebody else 5"), []byte(leaf))
	if m.early {
		m.leaves = [][]byte{[]byte(leaf)}
	}
	m.last = true
	m.b.Logged = m.prove(2-m.few, resultMS/1000+1)
}

// slot opens a slot and shows its path.
func (m *made) slot(n uint64) fairness.Key {
	k, path, err := m.tree.Open(m.secret, n)
	m.b.Slot = append(m.b.Slot, Slot{n, must(path, err)})
	return k
}

// number draws from a slot; seeds and numbers may be changed on their way.
func (m *made) number(k fairness.Key, n uint64, seat int, userSeed string) (serverSeed string, v int64) {
	serverSeed = must(slot.Seed(k, m.scope, m.value.Value, box2.Hash([]byte(m.b.Context)), n, seat))
	if m.build.seed != nil {
		serverSeed = m.build.seed(serverSeed)
	}
	v = int64(must(fairness.Roll(userSeed, serverSeed)).V)
	if m.build.v != nil {
		v = m.build.v(v)
	}
	return serverSeed, v
}

// table is a box of three items, the first two of which have the same value.
func table(box int64) (Odds, *fairness.Odds) {
	o := Odds{Box: box, Version: 3, Entries: [][3]int64{{11, 40_000_000, 100}, {12, 50_000_000, 100},
		{13, 10_000_000, 900}}}
	return o, must(o.table())
}

const soloPlayer, soloNonce = 7, 9

func (m *made) epoch() {
	scope := fairness.SoloScope(soloPlayer, 2)
	context := &box2.EpochOpen{
		Log: origin, Player: soloPlayer, Epoch: 2, Height: slot.HeightSolo, Commit: m.commit(scope, slot.HeightSolo),
		Beacon: m.round, AtMS: contextMS,
	}
	m.b.Context = m.lock(context, &context.Beacon)
}

// asked is the ticket of three draws, of which the second is the one that is proved.
func (m *made) asked(serverSeed string, t box2.Ticket) string {
	t.Log, t.Scope, t.Ctx, t.N = origin, m.scope, box2.Hash([]byte(m.b.Context)), soloNonce-1
	t.ServerHashes = []string{hex.EncodeToString(seed("other hash")), fairness.ServerHash(serverSeed),
		hex.EncodeToString(seed("third hash"))}
	t.Player, t.UserSeed, t.Beacon = soloPlayer, "1y5fty41257onl9a", m.value.Value
	t.Request, t.AtMS = hex.EncodeToString(seed("request")), resultMS-500
	change(m.build.ticket, &t)
	m.b.Tickets = []string{text(&t)}
	m.leaves = append(m.leaves, []byte(m.b.Tickets[0]))
	return box2.Hash([]byte(m.b.Tickets[0]))
}

func (m *made) box() {
	m.epoch()
	k := m.slot(soloNonce)
	serverSeed, v := m.number(k, soloNonce, 0, "1y5fty41257onl9a")
	shown, odds := table(5)
	m.b.Odds = []Odds{shown}
	entry := odds.Entry(odds.Pick(uint32(v)))
	r := &box2.Result{
		Scope: m.scope, N: soloNonce, Player: soloPlayer, Item: entry.Item, ValueCents: entry.ValueCents,
		SlotKey: k.Reveal(), ServerSeed: serverSeed, V: v, AtMS: resultMS,
		Ticket: m.asked(serverSeed, box2.Ticket{Box: 5, Odds: odds.Hash(), StakeCents: 200}),
	}
	change(m.result, box2.Leaf(r))
	m.b.ID, m.b.Results = fairness.ResultID(m.scope, r.N), []string{text(r)}
	m.end(m.b.Results[0])
}

func (m *made) upgrade() {
	m.epoch()
	k := m.slot(soloNonce)
	serverSeed, v := m.number(k, soloNonce, 0, "1y5fty41257onl9a")
	t := fairness.UpgradeTerms{
		Player: soloPlayer, Items: []fairness.UpgradeItem{{ID: "9001", Def: 11, ValueCents: 400}}, GemsCents: 100,
		Target: 13, TargetCents: 900, Fee: fairness.UpgradeFee{DrawPPM: 80_000, LeastPPM: 10_000},
		StartE8: 10_000_000,
	}
	t.RateE8 = uint32(must(t.Fee.RateE8(t.StakeCents(), t.TargetCents)))
	change(m.terms, &t)
	m.b.Upgrade = &Upgrade{Terms: string(must(t.Leaf()))}
	r := &box2.Upgrade{
		Scope: m.scope, N: soloNonce, Player: soloPlayer, Target: t.Target, TargetCents: t.TargetCents,
		RateE8: int64(t.RateE8), StartE8: int64(t.StartE8),
		Won:     must(fairness.UpgradeWins(uint32(v), t.RateE8, t.StartE8)),
		SlotKey: k.Reveal(), ServerSeed: serverSeed, V: v, AtMS: resultMS,
		Ticket: m.asked(serverSeed, box2.Ticket{Odds: must(t.Hash()), StakeCents: t.StakeCents()}),
	}
	change(m.result, box2.Leaf(r))
	m.b.ID, m.b.Results = fairness.ResultID(m.scope, r.N), []string{text(r)}
	m.end(m.b.Results[0])
}

// battle is one of three seats in two rounds, one seat without account. All items have the same value, so that it
// ends in a tie.
func (m *made) battle() {
	const room = 31
	shown, _ := table(5)
	shown.Entries[2][2] = 100
	odds := must(shown.table())
	m.b.Odds = []Odds{shown}
	round := box2.Round{Box: 5, Odds: odds.Hash(), PriceCents: 200}
	context := &box2.Roster{
		Log: origin, Room: room, Mode: string(fairness.ModeNormal), Seats: []box2.RosterSeat{
			{Seat: 0, Player: 7, UserSeed: "abc"}, {Seat: 1, Player: 8, UserSeed: "1y5fty41257onl9a"},
			{Seat: 2, Player: fairness.BotIDs + 3, UserSeed: "bot2", Bot: botSeat},
		},
		Rounds: []box2.Round{round, round}, Commit: m.commit(fairness.BattleScope(room), slot.HeightOne),
		Beacon: m.round, AtMS: contextMS,
	}
	m.b.Context = m.lock(context, &context.Beacon)
	k := m.slot(0)
	ctx := box2.Hash([]byte(m.b.Context))
	claim := &Battle{Totals: []int64{0, 0, 0}}
	for n := range context.Rounds {
		for i, s := range context.Seats {
			serverSeed, v := m.number(k, uint64(n), i, s.UserSeed)
			entry := odds.Entry(odds.Pick(uint32(v)))
			r := &box2.Result{
				Scope: m.scope, N: uint64(n), Seat: i, Player: s.Player, Bot: s.Bot, Ticket: ctx, Item: entry.Item,
				ValueCents: entry.ValueCents, SlotKey: k.Reveal(), ServerSeed: serverSeed, V: v, AtMS: resultMS,
			}
			change(m.result, box2.Leaf(r))
			m.b.Results = append(m.b.Results, text(r))
			m.leaves = append(m.leaves, []byte(text(r)))
			claim.Totals[i] += entry.ValueCents
		}
	}
	claim.Tied = []int{0, 1, 2}
	claim.TieSeat = must(fairness.Tie(must(slot.Stream(k, slot.LabelTie, m.scope, m.value.Value, ctx)), claim.Tied))
	claim.Winners = []int{claim.TieSeat}
	last := &box2.Close{Scope: m.scope, Next: 1, Reason: "end", Key: m.secret.Reveal(), AtMS: resultMS}
	change(m.result, box2.Leaf(last))
	claim.Close = text(last)
	m.b.ID, m.b.Battle = m.scope, claim
	m.end(claim.Close)
}

// roll is one of four entrants in two parts and two prizes.
func (m *made) roll() {
	const room = 41
	scope := fairness.RollScope(room)
	m.b.Roll = &Roll{}
	context := &box2.Roll{
		Log: origin, Room: room, Requires: []box2.Require{{Rule: "deposit", Least: 500}},
		Prizes: []box2.Prize{{Prize: 1, Def: 11, ValueCents: 100}, {Prize: 2, Def: 13, ValueCents: 900}},
		Commit: m.commit(scope, slot.HeightOne), Beacon: m.round, AtMS: contextMS,
	}
	var entrants []box2.Entrant
	for i := range 2 {
		part := &box2.RollPart{Scope: scope, Part: i, AtMS: contextMS - 10, Entrants: []box2.Entrant{
			{Player: int64(100 + 2*i), Weight: 1 + i, JoinedMS: contextMS - 900},
			{Player: int64(101 + 2*i), Weight: 3, Bot: botHouse, JoinedMS: contextMS - 800},
		}}
		change(m.part, part)
		m.b.Roll.Parts = append(m.b.Roll.Parts, text(part))
		context.Parts = append(context.Parts, box2.Hash([]byte(text(part))))
		entrants = append(entrants, part.Entrants...)
	}
	context.Entrants = len(entrants)
	m.b.Context = m.lock(context, &context.Beacon)
	k := m.slot(0)
	ctx := box2.Hash([]byte(m.b.Context))
	var weights []uint64
	for _, e := range entrants {
		weights = append(weights, uint64(e.Weight))
	}
	stream := must(slot.Stream(k, slot.LabelRoll, scope, m.value.Value, ctx))
	places := must(fairness.WinnersWeighted(stream, weights, 2))
	r := &box2.RollEnd{Scope: scope, Ctx: ctx, Beacon: m.value.Value, SlotKey: k.Reveal(), AtMS: resultMS,
		Winners: []box2.Winner{{Prize: context.Prizes[1].Prize, Player: entrants[places[0]].Player},
			{Prize: context.Prizes[0].Prize, Player: entrants[places[1]].Player}}}
	change(m.result, box2.Leaf(r))
	m.b.ID, m.b.Results = scope, []string{text(r)}
	m.end(m.b.Results[0])
}

// wish is one of eight bottles, two of them each of four owners.
func (m *made) wish() {
	const room = 51
	scope := fairness.WishScope(room)
	context := &box2.Wish{
		Log: origin, Room: room, PrizeDef: 13, PrizeCents: 900, BottleCents: 120,
		Commit: m.commit(scope, slot.HeightOne), Beacon: m.round, AtMS: contextMS,
	}
	for i := range 8 {
		bottle := box2.Bottle{Player: int64(7 + i/2), UserSeed: fmt.Sprintf("word%d", i)}
		if i == 5 {
			bottle = box2.Bottle{Player: 70, UserSeed: "bot6", Bot: botHouse}
		}
		context.Bottles = append(context.Bottles, bottle)
	}
	m.b.Context = m.lock(context, &context.Beacon)
	k := m.slot(0)
	serverSeed, _ := m.number(k, 0, 0, "x")
	seeds := make([]string, len(context.Bottles))
	for i, b := range context.Bottles {
		seeds[i] = b.UserSeed
	}
	won := must(fairness.WishWinner(seeds, serverSeed))
	r := &box2.WishEnd{
		Scope: scope, Ctx: box2.Hash([]byte(m.b.Context)), Beacon: m.value.Value, ServerSeed: serverSeed,
		Bottle: won.Bottle, Player: context.Bottles[won.Bottle-1].Player, SlotKey: k.Reveal(), AtMS: resultMS,
	}
	change(m.result, box2.Leaf(r))
	m.b.ID, m.b.Results = scope, []string{text(r)}
	m.end(m.b.Results[0])
}

// luckycard is the third flip of a room of five cards; the first drew one and the second is void.
func (m *made) luckycard() {
	const room = 61
	scope := fairness.LuckycardScope(room)
	context := &box2.Luckycard{
		Log: origin, Room: room, PriceCents: 150, Commit: m.commit(scope, slot.HeightLuckycard),
		AtMS: contextMS - 60_000,
	}
	for i := range 5 {
		context.Cards = append(context.Cards, box2.Card{Card: i + 1, Def: int64(11 + i), ValueCents: int64(50 << i)})
	}
	change(m.room, context)
	m.b.Context = text(context)
	m.leaves = append(m.leaves, []byte(m.b.Context))
	m.b.Luckycard = &Luckycard{Before: []Ended{}}
	for _, l := range []box2.Leaf{
		&box2.Flip{Scope: scope, Player: 8, Ticket: other, Card: 2, ValueCents: 100, Beacon: other, SlotKey: other,
			AtMS: contextMS - 50_000},
		&box2.Void{Scope: scope, N: 1, Ticket: other, SlotKeys: []string{other}, Reason: "beacon",
			AtMS: contextMS - 40_000},
	} {
		change(m.before, l)
		m.b.Luckycard.Before = append(m.b.Luckycard.Before, m.ended(l))
	}
	t := &box2.FlipTicket{
		Log: origin, Scope: scope, Ctx: box2.Hash([]byte(m.b.Context)), N: 2, Player: soloPlayer, UserSeed: "abc",
		Place: 4, PriceCents: 150, Beacon: m.round, Request: hex.EncodeToString(seed("request")), AtMS: contextMS,
	}
	m.b.Tickets = []string{m.lock(t, &t.Beacon)}
	ctx := box2.Hash([]byte(m.b.Tickets[0]))
	k := m.slot(2)
	left := slices.DeleteFunc(slices.Clone(context.Cards), func(c box2.Card) bool { return c.Card == 2 })
	card := left[must(slot.Stream(k, slot.LabelFlip, scope, m.value.Value, ctx)).Uniform(uint64(len(left)))]
	r := &box2.Flip{
		Scope: scope, N: 2, Player: soloPlayer, Bot: t.Bot, Ticket: ctx, Card: card.Card, ValueCents: card.ValueCents,
		Beacon: m.value.Value, SlotKey: k.Reveal(), AtMS: resultMS,
	}
	change(m.result, box2.Leaf(r))
	m.b.ID, m.b.Results = fairness.ResultID(scope, 2), []string{text(r)}
	m.end(m.b.Results[0])
	if before := &m.b.Luckycard.Before[0]; m.behind {
		m.leaves = append(m.leaves, []byte(before.Leaf))
		before.Logged = m.prove(2, resultMS/1000+2)
	}
}

var kindsHere = []string{
	fairness.KindBox, fairness.KindUpgrade, fairness.KindBattle, fairness.KindRoll, fairness.KindWish,
	fairness.KindLuckycard, fairness.KindRain,
}

func checked(t *testing.T, b *Bundle, trust Trust) Report {
	t.Helper()
	report, err := Verify(b, trust)
	if err != nil {
		t.Fatal(err)
	}
	return report
}
