package box2

import (
	"jadebox/fairness"
	"jadebox/fairness/internal/canon"
	"jadebox/fairness/slot"
)

// Limits of the lists. A part that would be longer is followed by another.
const (
	NoncesMax   = 1 << slot.HeightMax // nonces of one scope
	KeysMax     = 16                  // keys of a trust leaf
	EntrantsMax = 500                 // entrants of one part of a roll
	PartsMax    = 100                 // parts of a roll
	RequiresMax = 16                  // what a roll asks of entrants
	CardsMax    = NoncesMax           // cards of a lucky-card room
	ClaimsMax   = 400                 // claims of one part of a window
	WindowsMax  = 63                  // windows of a rain; slot 0 is that of the amounts

	rateOne = 100_000_000 // a rate of one, in units of 10⁻⁸
)

func empty() []Leaf {
	return []Leaf{
		new(Origin),
		new(Trust),
		new(Offer),
		new(EpochOpen),
		new(RoomOpen),
		new(Ticket),
		new(Result),
		new(Upgrade),
		new(Void),
		new(Close),
		new(Roster),
		new(RollPart),
		new(Roll),
		new(RollEnd),
		new(Wish),
		new(WishEnd),
		new(Luckycard),
		new(FlipTicket),
		new(Flip),
		new(Rain),
		new(RainAmounts),
		new(RainClaims),
		new(RainPaid),
		new(Join),
	}
}

// Origin begins a log and names the one before; the lines of that are "-" and 0 when there is none.
type Origin struct {
	Log          string
	VKey         string
	Previous     string
	PreviousVKey string
	PreviousSize int64
	PreviousRoot string
	AtMS         int64
}

// Title is "BOX2/origin".
func (*Origin) Title() string { return "BOX2/origin" }

// Visit names the lines in their order.
func (r *Origin) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	f.Line("vkey", &r.VKey)
	f.Line("previous", &r.Previous)
	f.Line("previous-vkey", &r.PreviousVKey)
	canon.Number(f, "previous-size", &r.PreviousSize, 0)
	hashOrNone(f, "previous-root", &r.PreviousRoot)
	at(f, &r.AtMS)
}

// Trust names the keys and the policy from then on.
type Trust struct {
	Log          string
	Keys         []TrustKey
	Policy       string
	Client       string
	BeaconSource string
	BeaconChain  string
	Reason       string
	AtMS         int64
}

// Title is "BOX2/trust".
func (*Trust) Title() string { return "BOX2/trust" }

// Visit names the lines in their order.
func (r *Trust) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	canon.List(f, "keys", &r.Keys, 1, KeysMax, func(r *TrustKey) { r.visit(f) })
	f.Hash("policy", &r.Policy)
	f.Hash("client", &r.Client)
	oneOf(f, "beacon-source", &r.BeaconSource, fairness.BeaconDrand, fairness.BeaconLocal)
	f.Hash("beacon-chain", &r.BeaconChain)
	reason(f, &r.Reason)
	at(f, &r.AtMS)
}

// Offer puts an odds table and a price in force from its place in the log on.
type Offer struct {
	Box        int64
	PriceCents int64
	Odds       string
	Enabled    bool
	AtMS       int64
}

// Title is "BOX2/offer".
func (*Offer) Title() string { return "BOX2/offer" }

// Visit names the lines in their order.
func (r *Offer) Visit(f *canon.Fields) {
	id(f, "box", &r.Box)
	cents(f, "price-cents", &r.PriceCents)
	f.Hash("odds", &r.Odds)
	f.Bool("enabled", &r.Enabled)
	at(f, &r.AtMS)
}

// EpochOpen commits to a player's epoch and names its beacon round. Its hash is the context of the epoch's draws.
type EpochOpen struct {
	Log    string
	Player int64
	Epoch  int64
	Height int
	Commit string
	Beacon Beacon
	AtMS   int64
}

// Title is "BOX2/epoch-open".
func (*EpochOpen) Title() string { return "BOX2/epoch-open" }

// Visit names the lines in their order.
func (r *EpochOpen) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	id(f, "player", &r.Player)
	id(f, "epoch", &r.Epoch)
	between(f, "height", &r.Height, 0, slot.HeightMax)
	f.Hash("commit", &r.Commit)
	r.Beacon.visit(f)
	at(f, &r.AtMS)
}

// RoomOpen commits to a room's key when the room is made.
type RoomOpen struct {
	Log    string
	Scope  string
	Height int
	Commit string
	AtMS   int64
}

// Title is "BOX2/room-open".
func (*RoomOpen) Title() string { return "BOX2/room-open" }

// Visit names the lines in their order.
func (r *RoomOpen) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	f.Line("scope", &r.Scope)
	between(f, "height", &r.Height, 0, slot.HeightMax)
	f.Hash("commit", &r.Commit)
	at(f, &r.AtMS)
}

// Ticket is what a player asked for, durable before it is drawn. Stake is that of one draw. An upgrade has box 0
// and its terms as odds; Request is the SHA-256 of the request's idempotency key.
type Ticket struct {
	Log          string
	Scope        string
	Ctx          string
	N            uint64
	ServerHashes []string
	Player       int64
	Bot          uint8
	UserSeed     string
	Box          int64
	Odds         string
	StakeCents   int64
	Beacon       string
	Request      string
	AtMS         int64
}

// Title is "BOX2/ticket".
func (*Ticket) Title() string { return "BOX2/ticket" }

// Visit names the lines in their order.
func (r *Ticket) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	nonce(f, &r.N)
	hashes(f, "count", "server-hash", &r.ServerHashes, 1, NoncesMax)
	id(f, "player", &r.Player)
	bot(f, &r.Bot)
	userSeed(f, &r.UserSeed)
	canon.Number(f, "box", &r.Box, 0)
	f.Hash("odds", &r.Odds)
	cents(f, "stake-cents", &r.StakeCents)
	f.Hash("beacon", &r.Beacon)
	f.Hash("request", &r.Request)
	at(f, &r.AtMS)
}

// Result ends one draw of a ticket and opens its slot. In a battle Ticket is the hash of the roster.
type Result struct {
	Scope      string
	N          uint64
	Seat       int
	Player     int64
	Bot        uint8
	Ticket     string
	Item       int64
	ValueCents int64
	SlotKey    string
	ServerSeed string
	V          int64
	AtMS       int64
}

// Title is "BOX2/result".
func (*Result) Title() string { return "BOX2/result" }

// Visit names the lines in their order.
func (r *Result) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	nonce(f, &r.N)
	seat(f, &r.Seat)
	id(f, "player", &r.Player)
	bot(f, &r.Bot)
	f.Hash("ticket", &r.Ticket)
	id(f, "item", &r.Item)
	cents(f, "value-cents", &r.ValueCents)
	f.Hash("slot-key", &r.SlotKey)
	f.Hash("server-seed", &r.ServerSeed)
	between(f, "v", &r.V, 0, fairness.MaxV)
	at(f, &r.AtMS)
}

// Upgrade ends the ticket of an upgrade. Rate and start are in units of 10⁻⁸.
type Upgrade struct {
	Scope       string
	N           uint64
	Player      int64
	Bot         uint8
	Ticket      string
	Target      int64
	TargetCents int64
	RateE8      int64
	StartE8     int64
	Won         bool
	SlotKey     string
	ServerSeed  string
	V           int64
	AtMS        int64
}

// Title is "BOX2/upgrade".
func (*Upgrade) Title() string { return "BOX2/upgrade" }

// Visit names the lines in their order.
func (r *Upgrade) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	nonce(f, &r.N)
	id(f, "player", &r.Player)
	bot(f, &r.Bot)
	f.Hash("ticket", &r.Ticket)
	id(f, "target", &r.Target)
	cents(f, "target-cents", &r.TargetCents)
	between(f, "rate-e8", &r.RateE8, 0, rateOne)
	between(f, "start-e8", &r.StartE8, 0, rateOne)
	f.Bool("won", &r.Won)
	f.Hash("slot-key", &r.SlotKey)
	f.Hash("server-seed", &r.ServerSeed)
	between(f, "v", &r.V, 0, fairness.MaxV)
	at(f, &r.AtMS)
}

// Void ends draws without a result and opens their slots. For a whole room Ticket is the hash of its lock or
// room-open leaf, N is 0 and there are no keys.
type Void struct {
	Scope    string
	Ticket   string
	N        uint64
	SlotKeys []string
	Reason   string
	AtMS     int64
}

// Title is "BOX2/void".
func (*Void) Title() string { return "BOX2/void" }

// Visit names the lines in their order.
func (r *Void) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ticket", &r.Ticket)
	nonce(f, &r.N)
	hashes(f, "count", "slot-key", &r.SlotKeys, 0, NoncesMax)
	reason(f, &r.Reason)
	at(f, &r.AtMS)
}

// Close opens K of a scope. Next is the first nonce that was not used.
type Close struct {
	Scope  string
	Next   uint64
	Reason string
	Key    string
	AtMS   int64
}

// Title is "BOX2/close".
func (*Close) Title() string { return "BOX2/close" }

// Visit names the lines in their order.
func (r *Close) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	between(f, "next", &r.Next, 0, NoncesMax)
	oneOf(f, "reason", &r.Reason, "player", "end", "witness", "beacon", "restore", "keys", "over")
	f.Hash("key", &r.Key)
	at(f, &r.AtMS)
}

// TrustKey is a key and what it signs.
type TrustKey struct {
	Use  string
	VKey string
}

func (r *TrustKey) visit(f *canon.Fields) {
	oneOf(f, "use", &r.Use, "log", "receipts")
	f.Line("vkey", &r.VKey)
}
