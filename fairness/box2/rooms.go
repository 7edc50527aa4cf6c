package box2

import (
	"jadebox/fairness"
	"jadebox/fairness/internal/canon"
)

// Roster locks a battle.
type Roster struct {
	Log    string
	Room   int64
	Mode   string
	Seats  []RosterSeat
	Rounds []Round
	Commit string
	Beacon Beacon
	AtMS   int64
}

// Title is "BOX2/roster".
func (*Roster) Title() string { return "BOX2/roster" }

// Visit names the lines in their order.
func (r *Roster) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	id(f, "room", &r.Room)
	f.Line("mode", &r.Mode)
	canon.List(f, "seats", &r.Seats, 1, fairness.BattleSeatsMax, func(r *RosterSeat) { r.visit(f) })
	canon.List(f, "rounds", &r.Rounds, 1, fairness.BattleRoundsMax, func(r *Round) { r.visit(f) })
	f.Hash("commit", &r.Commit)
	r.Beacon.visit(f)
	at(f, &r.AtMS)
}

// RollPart has part of the entrants of a roll, in order.
type RollPart struct {
	Scope    string
	Part     int
	Entrants []Entrant
	AtMS     int64
}

// Title is "BOX2/roll-part".
func (*RollPart) Title() string { return "BOX2/roll-part" }

// Visit names the lines in their order.
func (r *RollPart) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	canon.Number(f, "part", &r.Part, 0)
	canon.List(f, "entrants", &r.Entrants, 1, EntrantsMax, func(r *Entrant) { r.visit(f) })
	at(f, &r.AtMS)
}

// Roll locks a roll: what it asks of entrants, its prizes, and its parts by their hashes.
type Roll struct {
	Log      string
	Room     int64
	Requires []Require
	Prizes   []Prize
	Parts    []string
	Entrants int
	Commit   string
	Beacon   Beacon
	AtMS     int64
}

// Title is "BOX2/roll".
func (*Roll) Title() string { return "BOX2/roll" }

// Visit names the lines in their order.
func (r *Roll) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	id(f, "room", &r.Room)
	canon.List(f, "requires", &r.Requires, 0, RequiresMax, func(r *Require) { r.visit(f) })
	canon.List(f, "prizes", &r.Prizes, 1, fairness.RollPrizesMax, func(r *Prize) { r.visit(f) })
	hashes(f, "parts", "part-hash", &r.Parts, 1, PartsMax)
	canon.Number(f, "entrants", &r.Entrants, 1)
	f.Hash("commit", &r.Commit)
	r.Beacon.visit(f)
	at(f, &r.AtMS)
}

// RollEnd has the winners of a roll.
type RollEnd struct {
	Scope   string
	Ctx     string
	Beacon  string
	Winners []Winner
	SlotKey string
	AtMS    int64
}

// Title is "BOX2/roll-end".
func (*RollEnd) Title() string { return "BOX2/roll-end" }

// Visit names the lines in their order.
func (r *RollEnd) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	canon.List(f, "winners", &r.Winners, 0, fairness.RollPrizesMax, func(r *Winner) { r.visit(f) })
	f.Hash("slot-key", &r.SlotKey)
	at(f, &r.AtMS)
}

// Wish locks a wish.
type Wish struct {
	Log         string
	Room        int64
	PrizeDef    int64
	PrizeCents  int64
	BottleCards int
	BottleCents int64
	Bottles     []Bottle
	Commit      string
	Beacon      Beacon
	AtMS        int64
}

// Title is "BOX2/wish".
func (*Wish) Title() string { return "BOX2/wish" }

// Visit names the lines in their order.
func (r *Wish) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	id(f, "room", &r.Room)
	canon.Number(f, "prize-def", &r.PrizeDef, 0)
	cents(f, "prize-cents", &r.PrizeCents)
	canon.Number(f, "bottle-cards", &r.BottleCards, 0)
	cents(f, "bottle-cents", &r.BottleCents)
	canon.List(f, "bottles", &r.Bottles, 1, fairness.WishBottlesMax, func(r *Bottle) { r.visit(f) })
	f.Hash("commit", &r.Commit)
	r.Beacon.visit(f)
	at(f, &r.AtMS)
}

// WishEnd says whose bottle is drawn.
type WishEnd struct {
	Scope      string
	Ctx        string
	Beacon     string
	ServerSeed string
	Bottle     int
	Player     int64
	SlotKey    string
	AtMS       int64
}

// Title is "BOX2/wish-end".
func (*WishEnd) Title() string { return "BOX2/wish-end" }

// Visit names the lines in their order.
func (r *WishEnd) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	f.Hash("server-seed", &r.ServerSeed)
	canon.Number(f, "bottle", &r.Bottle, 0)
	id(f, "player", &r.Player)
	f.Hash("slot-key", &r.SlotKey)
	at(f, &r.AtMS)
}

// Luckycard lists the cards of a room. There is no order: each flip draws from those that are left.
type Luckycard struct {
	Log        string
	Room       int64
	PriceCents int64
	Cards      []Card
	Commit     string
	AtMS       int64
}

// Title is "BOX2/luckycard".
func (*Luckycard) Title() string { return "BOX2/luckycard" }

// Visit names the lines in their order.
func (r *Luckycard) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	id(f, "room", &r.Room)
	cents(f, "price-cents", &r.PriceCents)
	canon.List(f, "cards", &r.Cards, 1, CardsMax, func(r *Card) { r.visit(f) })
	f.Hash("commit", &r.Commit)
	at(f, &r.AtMS)
}

// FlipTicket is one flip, locked before the round that it names. Place is where the player pointed; it decides nothing.
type FlipTicket struct {
	Log        string
	Scope      string
	Ctx        string
	N          uint64
	Player     int64
	UserSeed   string
	Bot        uint8
	Place      int
	PriceCents int64
	Beacon     Beacon
	Request    string
	AtMS       int64
}

// Title is "BOX2/flip-ticket".
func (*FlipTicket) Title() string { return "BOX2/flip-ticket" }

// Visit names the lines in their order.
func (r *FlipTicket) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	nonce(f, &r.N)
	id(f, "player", &r.Player)
	userSeed(f, &r.UserSeed)
	bot(f, &r.Bot)
	canon.Number(f, "place", &r.Place, 0)
	cents(f, "price-cents", &r.PriceCents)
	r.Beacon.visit(f)
	f.Hash("request", &r.Request)
	at(f, &r.AtMS)
}

// Flip ends a flip.
type Flip struct {
	Scope      string
	N          uint64
	Player     int64
	Bot        uint8
	Ticket     string
	Card       int
	ValueCents int64
	Beacon     string
	SlotKey    string
	AtMS       int64
}

// Title is "BOX2/flip".
func (*Flip) Title() string { return "BOX2/flip" }

// Visit names the lines in their order.
func (r *Flip) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	nonce(f, &r.N)
	id(f, "player", &r.Player)
	bot(f, &r.Bot)
	f.Hash("ticket", &r.Ticket)
	canon.Number(f, "card", &r.Card, 0)
	cents(f, "value-cents", &r.ValueCents)
	f.Hash("beacon", &r.Beacon)
	f.Hash("slot-key", &r.SlotKey)
	at(f, &r.AtMS)
}

// Rain fixes pool, number and limits of a rain.
type Rain struct {
	Log        string
	Room       int64
	PoolCents  int64
	Packets    int
	LeastCents int64
	ClaimsMax  int
	CapCents   int64
	WindowMS   int64
	Commit     string
	Beacon     Beacon
	AtMS       int64
}

// Title is "BOX2/rain".
func (*Rain) Title() string { return "BOX2/rain" }

// Visit names the lines in their order.
func (r *Rain) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	id(f, "room", &r.Room)
	cents(f, "pool-cents", &r.PoolCents)
	between(f, "packets", &r.Packets, 1, fairness.RainPacketsMax)
	cents(f, "least-cents", &r.LeastCents)
	canon.Number(f, "claims-max", &r.ClaimsMax, 1)
	cents(f, "cap-cents", &r.CapCents)
	id(f, "window-ms", &r.WindowMS)
	f.Hash("commit", &r.Commit)
	r.Beacon.visit(f)
	at(f, &r.AtMS)
}

// RainAmounts sums up the amounts, which are public before the first packet falls.
type RainAmounts struct {
	Scope        string
	Ctx          string
	Beacon       string
	SlotKey      string
	LargestCents int64
	SumCents     int64
	AtMS         int64
}

// Title is "BOX2/rain-amounts".
func (*RainAmounts) Title() string { return "BOX2/rain-amounts" }

// Visit names the lines in their order.
func (r *RainAmounts) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	f.Hash("slot-key", &r.SlotKey)
	cents(f, "largest-cents", &r.LargestCents)
	cents(f, "sum-cents", &r.SumCents)
	at(f, &r.AtMS)
}

// RainClaims has claims of one window. Previous is the hash of the window's part before, "-" in the first.
type RainClaims struct {
	Scope    string
	Window   int
	Part     int
	Last     bool
	Previous string
	Claims   []Claim
	Beacon   Beacon
	AtMS     int64
}

// Title is "BOX2/rain-claims".
func (*RainClaims) Title() string { return "BOX2/rain-claims" }

// Visit names the lines in their order.
func (r *RainClaims) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	between(f, "window", &r.Window, 1, WindowsMax)
	canon.Number(f, "part", &r.Part, 0)
	f.Bool("last", &r.Last)
	hashOrNone(f, "previous", &r.Previous)
	canon.List(f, "claims", &r.Claims, 0, ClaimsMax, func(r *Claim) { r.visit(f) })
	r.Beacon.visit(f)
	at(f, &r.AtMS)
}

// RainPaid says what the claims of a window came to, in parts as these.
type RainPaid struct {
	Scope   string
	Window  int
	Ctx     string
	Beacon  string
	SlotKey string
	Claims  []Payment
	AtMS    int64
}

// Title is "BOX2/rain-paid".
func (*RainPaid) Title() string { return "BOX2/rain-paid" }

// Visit names the lines in their order.
func (r *RainPaid) Visit(f *canon.Fields) {
	f.Line("scope", &r.Scope)
	between(f, "window", &r.Window, 1, WindowsMax)
	f.Hash("ctx", &r.Ctx)
	f.Hash("beacon", &r.Beacon)
	f.Hash("slot-key", &r.SlotKey)
	canon.List(f, "claims", &r.Claims, 0, ClaimsMax, func(r *Payment) { r.visit(f) })
	at(f, &r.AtMS)
}

// Join is what a receipt says of a place in a room; it stands in no log.
type Join struct {
	Log      string
	Scope    string
	Player   int64
	Seat     int
	UserSeed string
	Weight   int
	Bot      uint8
	Request  string
	AtMS     int64
}

// Title is "BOX2/join".
func (*Join) Title() string { return "BOX2/join" }

// Visit names the lines in their order.
func (r *Join) Visit(f *canon.Fields) {
	f.Line("log", &r.Log)
	f.Line("scope", &r.Scope)
	id(f, "player", &r.Player)
	seat(f, &r.Seat)
	userSeed(f, &r.UserSeed)
	between(f, "weight", &r.Weight, 1, fairness.RollWeightMax)
	bot(f, &r.Bot)
	f.Hash("request", &r.Request)
	at(f, &r.AtMS)
}

// RosterSeat is one seat of a battle.
type RosterSeat struct {
	Seat     int
	Player   int64
	UserSeed string
	Bot      uint8
}

func (r *RosterSeat) visit(f *canon.Fields) {
	seat(f, &r.Seat)
	id(f, "player", &r.Player)
	userSeed(f, &r.UserSeed)
	bot(f, &r.Bot)
}

// Round is one round of a battle.
type Round struct {
	Box        int64
	Odds       string
	PriceCents int64
}

func (r *Round) visit(f *canon.Fields) {
	id(f, "box", &r.Box)
	f.Hash("odds", &r.Odds)
	cents(f, "price-cents", &r.PriceCents)
}

// Entrant is one account in a roll.
type Entrant struct {
	Player   int64
	Weight   int
	Bot      uint8
	JoinedMS int64
}

func (r *Entrant) visit(f *canon.Fields) {
	id(f, "player", &r.Player)
	between(f, "weight", &r.Weight, 1, fairness.RollWeightMax)
	bot(f, &r.Bot)
	id(f, "joined-ms", &r.JoinedMS)
}

// Require is what a room asks of a player who enters.
type Require struct {
	Rule  string
	Least int64
}

func (r *Require) visit(f *canon.Fields) {
	f.Line("rule", &r.Rule)
	canon.Number(f, "least", &r.Least, 0)
}

// Prize is one prize; item 0 is none held, def 0 is gems.
type Prize struct {
	Prize      int
	Item       int64
	Def        int64
	ValueCents int64
}

func (r *Prize) visit(f *canon.Fields) {
	canon.Number(f, "prize", &r.Prize, 0)
	canon.Number(f, "item", &r.Item, 0)
	canon.Number(f, "def", &r.Def, 0)
	cents(f, "value-cents", &r.ValueCents)
}

// Winner is who got which prize.
type Winner struct {
	Prize  int
	Player int64
}

func (r *Winner) visit(f *canon.Fields) {
	canon.Number(f, "prize", &r.Prize, 0)
	id(f, "player", &r.Player)
}

// Bottle is one bottle of a wish, in order.
type Bottle struct {
	Player   int64
	UserSeed string
	Bot      uint8
}

func (r *Bottle) visit(f *canon.Fields) {
	id(f, "player", &r.Player)
	userSeed(f, &r.UserSeed)
	bot(f, &r.Bot)
}

// Card is one card of a lucky-card room.
type Card struct {
	Card       int
	Def        int64
	ValueCents int64
}

func (r *Card) visit(f *canon.Fields) {
	canon.Number(f, "card", &r.Card, 0)
	canon.Number(f, "def", &r.Def, 0)
	cents(f, "value-cents", &r.ValueCents)
}

// Claim is one caught packet.
type Claim struct {
	Player int64
	Packet int
	Bot    uint8
}

func (r *Claim) visit(f *canon.Fields) {
	id(f, "player", &r.Player)
	canon.Number(f, "packet", &r.Packet, 0)
	bot(f, &r.Bot)
}

// Payment is what one claim took: an index among the amounts that were left, and cents after the cap.
type Payment struct {
	Player    int64
	Index     int
	PaidCents int64
}

func (r *Payment) visit(f *canon.Fields) {
	id(f, "player", &r.Player)
	canon.Number(f, "index", &r.Index, 0)
	cents(f, "paid-cents", &r.PaidCents)
}
