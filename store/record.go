package store

import "time"

// Numbers of records; 0 stands for the house (PlayerID), or for none.
type (
	PlayerID int64 // a room as an owner of items: RoomHolder
	RoomID   int64
	ItemID   int64  // op id << 7 | index: known before the commit returns
	DefID    int32  // item definition
	BoxID    int32  // box of the catalogue
	OpID     int64  // writer << 40 | sequence: gap-free per writer
	Epoch    uint32 // of a room's ownership or of a player's seeds
)

// MaxNewItems bounds the items one op can create (ItemID keeps 7 bits for the index).
const MaxNewItems = 128

// AccountID = owner << 8 | class. Owner is a player, a room, or 0 for the house's own accounts.
type AccountID int64

// Account classes. Gems, R$, wish cards, fragments and tokens are five currencies: a posting must stay inside one.
const (
	ClassPlayerGems      uint8 = 1
	ClassPlayerReal      uint8 = 2
	ClassRoomEscrow      uint8 = 3  // gems held by an open room
	ClassPlayerWishCards uint8 = 4  // wish cards, counted whole
	ClassRoomWishCards   uint8 = 5  // wish cards held by an open room
	ClassPlayerFragments uint8 = 6  // fragments (debris), counted whole
	ClassPlayerTokens    uint8 = 7  // tokens of the season's activity, counted whole
	ClassPlayerToPlay    uint8 = 8  // what is still to be staked before anything leaves the house (Op.Play)
	ClassHouse           uint8 = 16 // gems; takes prices, pays sales; derived, no balance row
	ClassBonus           uint8 = 17 // gems; welcome credit, consolations, rewards
	ClassFee             uint8 = 18
	ClassRounding        uint8 = 19
	ClassProvider        uint8 = 20 // gems bought
	ClassHouseReal       uint8 = 32 // R$
	ClassHouseWishCards  uint8 = 33 // wish cards; gives and takes them
	ClassHouseFragments  uint8 = 34 // fragments; gives and takes them
	ClassHouseTokens     uint8 = 35 // tokens; gives and takes them
	ClassHouseToPlay     uint8 = 36 // what is to be staked; gives and takes it
)

// Account is the account of an owner (a PlayerID, a RoomID, or 0) and a class. What does not fit together (a player's
// number with a room's class) is not noticed here.
func Account(owner int64, class uint8) AccountID { return AccountID(owner<<8 | int64(class)) }

// PlayerGems counts a player's gems, in cents.
func PlayerGems(p PlayerID) AccountID { return Account(int64(p), ClassPlayerGems) }

// PlayerReal counts a player's R$, in cents.
func PlayerReal(p PlayerID) AccountID { return Account(int64(p), ClassPlayerReal) }

// PlayerWishCards counts a player's wish cards, whole.
func PlayerWishCards(p PlayerID) AccountID { return Account(int64(p), ClassPlayerWishCards) }

// PlayerFragments counts a player's fragments, whole.
func PlayerFragments(p PlayerID) AccountID { return Account(int64(p), ClassPlayerFragments) }

// PlayerTokens counts a player's tokens of the season's activity, whole.
func PlayerTokens(p PlayerID) AccountID { return Account(int64(p), ClassPlayerTokens) }

// PlayerToPlay counts what a player has still to stake, in cents of gems (docs/rules.md, "Play-through").
func PlayerToPlay(p PlayerID) AccountID { return Account(int64(p), ClassPlayerToPlay) }

// RoomEscrow counts the gems that a room holds until it is over, in cents.
func RoomEscrow(r RoomID) AccountID { return Account(int64(r), ClassRoomEscrow) }

// RoomWishCards counts the wish cards that a room holds until it is over, whole.
func RoomWishCards(r RoomID) AccountID { return Account(int64(r), ClassRoomWishCards) }

// The house's own accounts have no balance row: what they hold is derived from the postings and may be below 0.
var (
	House          = Account(0, ClassHouse)
	Bonus          = Account(0, ClassBonus)
	HouseReal      = Account(0, ClassHouseReal)
	HouseWishCards = Account(0, ClassHouseWishCards)
	HouseFragments = Account(0, ClassHouseFragments)
	HouseTokens    = Account(0, ClassHouseTokens)
	HouseToPlay    = Account(0, ClassHouseToPlay)
)

// Posting moves AmountCents > 0 from Debit to Credit: cents, or whole wish cards, fragments or tokens where the
// accounts count those. Player and escrow accounts never go below 0.
type Posting struct {
	Debit, Credit AccountID
	AmountCents   int64
}

// MoreToPlay is the entry of Op.Play by which a player has so much more to stake.
func MoreToPlay(p PlayerID, cents int64) Posting {
	return Posting{Debit: HouseToPlay, Credit: PlayerToPlay(p), AmountCents: cents}
}

// LessToPlay is the entry of Op.Play by which a player has so much less to stake.
func LessToPlay(p PlayerID, cents int64) Posting {
	return Posting{Debit: PlayerToPlay(p), Credit: HouseToPlay, AmountCents: cents}
}

// ItemStatus is the label of product-spec §3.
type ItemStatus uint8

// The statuses in the order of product-spec §3, whose numbers are stored and stand in answers.
const (
	ItemInBackpack ItemStatus = iota
	ItemUpgraded
	ItemSold
	ItemAwaitingDelivery
	ItemRetrievalFailed
	ItemRetrieved
	ItemVoided
	ItemRejected
	ItemRepeatedFailures
	ItemOffersRejected
	ItemReplaced
)

// ItemSource says where an item came from (product-spec §3).
type ItemSource uint8

// The sources in the order of product-spec §3, whose numbers are stored and stand in answers.
const (
	FromMall ItemSource = iota
	FromBox
	FromRoll
	FromUpgrade
	FromBattle
	FromWelfare
	FromDrop
	FromWish
	FromNewYear
	FromReplacement
	FromReward
	FromFragments
)

// NewItem is an item that an op creates, in the backpack of its owner; its number follows from the op's
// (Receipt.ItemID).
type NewItem struct {
	Owner      PlayerID
	Def        DefID
	ValueCents int64 // sale price at creation
	Source     ItemSource
}

// Item is an item as it is now; one that is sold or used has another status.
type Item struct {
	ID         ItemID
	Owner      PlayerID // below 0: a room (RoomHolder)
	Def        DefID
	ValueCents int64 // sale price at creation
	Source     ItemSource
	Status     ItemStatus
	Op         OpID // that created it
	At         time.Time
}

// RoomHolder is the owner of an item that a room holds in escrow: the room's number below zero, so that it is in no
// backpack. Only an op that writes the room moves items to or from it, and their status stays ItemInBackpack.
func RoomHolder(r RoomID) PlayerID { return PlayerID(-r) }

// ItemMove takes an item from (owner, status) to (owner, status); anything else found refuses the whole op with
// ErrItemState.
type ItemMove struct {
	Item     ItemID
	From, To ItemPlace
}

// ItemPlace is whose an item is, and as what.
type ItemPlace struct {
	Owner  PlayerID
	Status ItemStatus
}

// NonceUse consumes Count nonces of a player's seed epoch starting at From. From must be the next unused nonce (from 0)
// of the newest epoch, so that a gap cannot arise (docs/fairness.md, "Odds are committed too"); anything else refuses
// with ErrNonce.
type NonceUse struct {
	Player PlayerID
	Epoch  Epoch
	From   uint64
	Count  uint32
}

// NonceClosed is the next nonce of an epoch that a restore has closed (postgres.MarkRestored): no use of nonces is at
// it, so that nothing can be drawn until the next epoch is open.
const NonceClosed = 1_000_000

// RoomWrite creates (FromVersion 0) or changes a room's snapshot. Refused with ErrFenced when the epoch is not the
// current one, with ErrRoomState when version or status differ from From.
type RoomWrite struct {
	Room        RoomID
	Kind        string // "battle"
	Epoch       Epoch  // 1 at creation
	FromVersion uint64
	FromStatus  RoomStatus
	Status      RoomStatus
	State       []byte    // the kind's own snapshot encoding
	Deadline    time.Time // by which the room must have moved on; zero for a final status
	Member      PlayerID  // 0, or the player who takes part from now on (PlayerRooms)
	// at creation: what FinalRooms lists the room under, ≤ MaxKindBytes; "" keeps it out of the list; like State not in
	// the journal
	Listed string
}

// RoomStatus is how far a room is. It never goes back; which steps a kind leaves out is the kind's.
type RoomStatus uint8

const (
	RoomOpen    RoomStatus = iota + 1 // waiting for players
	RoomLocked                        // roster fixed, waiting for the beacon
	RoomRunning                       // beacon taken, rounds are played
	RoomSettled                       // final
	RoomVoid                          // final, refunded
)

// Final reports whether the room is over, so that nothing changes it any more and its escrow is empty.
func (s RoomStatus) Final() bool { return s >= RoomSettled }

// Room is the newest snapshot of a room. State is in the encoding of its kind, and opaque here.
type Room struct {
	ID       RoomID
	Kind     string
	Epoch    Epoch
	Version  uint64
	Status   RoomStatus
	State    []byte
	Deadline time.Time
	At       time.Time // created
	Updated  time.Time
}

// Op is one indivisible change of value (ARCHITECTURE.md, "One door for money").
type Op struct {
	Player   PlayerID // whose key space; 0 = the house
	Key      string   // idempotency key, 1–80 bytes
	Request  [32]byte // SHA-256 of the canonical request
	Kind     string   // "box.open", "item.sell", "battle.join", …
	At       time.Time
	Postings []Posting
	Play     []Posting // how much more, or less, is to be staked before anything leaves the house; it has no owner
	// how much Player may have to stake before this op, or ErrToPlay; nil: whatever it is. Like a room's state not in
	// the journal
	ToPlayMost *int64
	NewItems   []NewItem
	Moves      []ItemMove
	Nonce      *NonceUse
	Room       *RoomWrite
	Leaves     []LogLeaf // for the public log; Key must be unique in the log
	Events     []NewEvent
	Lists      []Entry // where it stands from now on besides the lists by kind; like a room's state not in the journal
	Result     []byte  // what the caller answers; stored, returned on replay
}

// Entry puts an op on a list of a player (OpQuery.List), or, when the op writes a room, that room (RoomsOn). It stays
// there. A list has either ops or rooms.
type Entry struct {
	Player PlayerID
	List   string
}

// Receipt is what the caller of Commit or Submit gets of an op that is durable; for a key that was used before, with
// the same Request, that of the first time.
type Receipt struct {
	Op       OpID
	Replayed bool
	Result   []byte
	At       time.Time
	Balances []AccountBalance // of the player and escrow accounts touched, after the op; empty on replay
}

// AccountBalance is what an account holds: cents, or whole pieces where it counts those (Posting).
type AccountBalance struct {
	Account AccountID
	Cents   int64
}

// ItemID of the i-th NewItem of the op.
func (r Receipt) ItemID(i int) ItemID { return ItemID(int64(r.Op)<<7 | int64(i)) }

// OpRecord is an op as the journal has it.
type OpRecord struct {
	ID        OpID
	Op                 // as committed; Room.State is dropped
	StateHash [32]byte // SHA-256 of Room.State
	Chain     [32]byte // writer's hash chain head after this op
}

// NewEvent goes to the outbox with the op. Type and Body are opaque here (Body is a record, not a wire message).
type NewEvent struct {
	Type string // "drop", "battle", …
	Body []byte
}

// Event is an outbox event of a durable op, as followers read it.
type Event struct {
	Op    OpID
	Index int // in Op.Events
	At    time.Time
	NewEvent
}

// Cursor is a position per writer: the sequence of the last op consumed. Positions only grow. Under AllUpTo an engine
// may keep one position for many writers that will never write again.
type Cursor map[int64]int64

const (
	// AllUpTo is no writer: its position is a writer up to which all have ended and were read to their end.
	AllUpTo = 0
	// PastEnd is a position behind every op of a writer: such a writer is not read.
	PastEnd = 1<<40 - 1
)

// LogLeaf is one entry of the public log: Key finds it ("result:<op>-0", "commit:<scope>", "odds:<hash>",
// "lock:<room>", "reveal:<scope>").
type LogLeaf struct {
	Key  string
	Data []byte
}

// PendingLeaf is a leaf of a durable op, and where it stands: in Op.Leaves at Place.
type PendingLeaf struct {
	LogLeaf
	Op    OpID
	Place int
}

// Page is a part of a list, newest first: those of a time, without the first Offset of them, and of these at most
// Limit. Every page of a history costs the same, however far down it is.
type Page struct {
	Offset, Limit int
	Since, Until  time.Time // from Since on and before Until; zero: no bound
}
