package player

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of players in the directory; the id is the decimal player id.
const Kind = "player"

// Wallet asks for the header's numbers; the answer is a protocol.Wallet.
type Wallet struct{}

// Purse asks for what the player has to pay with; the answer is a Purse with its fields.
type Purse struct {
	GemsCents int64
	WishCards int64
	Fragments int64
}

// Open opens Count boxes (1–5) as one operation. PriceCents is what the player saw as the price of ONE box, a discount
// taken off; another one is refused with CodePriceChanged. The answer is an Opened.
type Open struct {
	Key        string
	Box        store.BoxID
	Count      int
	PriceCents int64
	OddsHash   string // of the odds that the player saw; others are refused with CodePriceChanged. Empty: any
	Commit     string // that the player was shown; another one is refused with CodePriceChanged. Empty: any
	UserSeed   string // made by the player's device for this request; empty: the profile's
	NeedSeed   bool   // refuses a request without UserSeed, unless it repeats one that was done
}

// Opened is the answer to Open and OpenTokens and, without balance, bag and next seed, the stored result of their ops.
type Opened struct {
	Op         store.OpID  `json:"-"`
	Box        store.BoxID `json:"box"`
	Version    uint32      `json:"version"`              // of the odds table
	PriceCents int64       `json:"priceCents"`           // paid for each
	OffPercent int64       `json:"offPercent,omitempty"` // of the box's price, by a voucher
	// of the season's activity paid for each, in place of gems
	Tokens   int64       `json:"tokens,omitempty"`
	Season   string      `json:"season,omitempty"` // when Tokens were paid
	Epoch    store.Epoch `json:"epoch"`
	OddsHash string      `json:"oddsHash"`
	Ctx      string      `json:"ctx"`
	// with its proof: the op alone proves the draw once the key is revealed
	Beacon       fairness.Beacon `json:"beacon"`
	AtMS         int64           `json:"atMs"`
	Results      []Result        `json:"results"`
	BalanceCents int64           `json:"-"`
	BagCount     int             `json:"-"`
	Next         Next            `json:"-"`
}

// Result is one draw of an opening.
type Result struct {
	ID         string       `json:"-"` // "<op>-<index>"
	Item       store.ItemID `json:"-"`
	Def        store.DefID  `json:"def"`
	ValueCents int64        `json:"valueCents"`
	N          uint64       `json:"n"` // nonce
	V          uint32       `json:"v"`
	Number     float64      `json:"-"`
	UserSeed   string       `json:"userSeed"`
	ServerSeed string       `json:"serverSeed"`
	ServerHash string       `json:"serverHash"`
	ResultHash string       `json:"resultHash"`
	Lo         uint32       `json:"lo"` // first and last v that the item owns (startSection, endSection)
	Hi         uint32       `json:"hi"`
}

// Next is what the player is shown before the next opening. ServerHash is "" until the beacon of the epoch has
// appeared.
type Next struct {
	Epoch      store.Epoch
	Nonce      uint64
	ServerHash string
}

// Sell sells 1–50 own items at their value; all or none. The answer is a Sold.
type Sell struct {
	Key   string
	Items []store.ItemID
}

// SellAll sells what is in the backpack, at most SellAllMax items at a time. The answer is a Sold.
type SellAll struct{ Key string }

// Sold is the answer to Sell and SellAll.
type Sold struct {
	Op           store.OpID `json:"-"`
	SoldCents    int64      `json:"soldCents"`
	TradedCents  int64      `json:"tradedCents,omitempty"` // of it what a trade-in made, which counts nowhere as sold
	Count        int        `json:"count"`
	BalanceCents int64      `json:"-"`
	BagCount     int        `json:"-"`
}

// Escrow commits a room's op that debits this player: rooms compute the whole op, only the player's actor may take the
// money. The answer is a store.Receipt; store sentinels (ErrFenced, ErrRoomState) come back wrapped.
type Escrow struct{ Op *store.Op }

// Own asks for items that the player has in the backpack, in the order asked; the answer is a []store.Item.
type Own struct{ Items []store.ItemID }

// Credited reports that another actor's op has changed this player's balance or backpack. No answer.
type Credited struct {
	Recharged bool // or a recharge was taken back: the level may be another one
}

// Stored is what the store has of this player, as it is looked at when another process has written something. It keeps
// no player in memory. No answer.
type Stored struct{ store.Holding }

// Changed reports that the player's own record was changed beside this actor. The answer comes when the actor has
// read it.
type Changed struct{}

// GetProfile asks who the player is, for a seat or a drop. The answer is a Profile.
type GetProfile struct{}

// Housed asks whether the house plays this player: what a crowd asks at once, and so without the level that a Profile
// has, which is read from the store. The answer is a bool.
type Housed struct{}

// Profile is the public face of a player and the user seed that the next draw takes.
type Profile struct {
	ID        store.PlayerID
	Name      string
	Avatar    string
	HeadFrame string
	VIP       uint8
	Bot       bool
	UserSeed  string
}

// SetUserSeed changes the user seed (1–16 of [0-9A-Za-z]) from the next nonce on. The answer is a Seeds.
type SetUserSeed struct{ Seed string }

// Seed asks for the current commitment; opens the first epoch when there is none. The answer is a Seeds.
type Seed struct{}

// Rotate closes the seed epoch: its key is revealed and the next epoch begins. The answer is a Rotated.
type Rotate struct{ Key string }

// Seeds is the state of a player's commitments.
type Seeds struct {
	UserSeed       string
	Epoch          store.Epoch
	Nonce          uint64 // next
	Commit         string
	BeaconSource   string
	BeaconRound    uint64
	NextServerHash string // "" until the beacon has appeared
}

// Rotated is the answer to Rotate.
type Rotated struct {
	Revealed store.SeedEpoch // with its key
	Current  Seeds
}

// Errors of the player's rules.
var (
	ErrCount       = apierr.New(protocol.CodeCount)
	ErrBoxUnknown  = apierr.New(protocol.CodeBoxUnknown)
	ErrBoxDisabled = apierr.New(protocol.CodeBoxDisabled)
	ErrFunds       = apierr.New(protocol.CodeFunds)
	ErrWishCards   = apierr.New(protocol.CodeWishCards)
	ErrFragments   = apierr.New(protocol.CodeFragments)

	ErrVoucherGone   = apierr.New(protocol.CodeVoucherGone)
	ErrVoucherUsed   = apierr.New(protocol.CodeVoucherUsed)
	ErrVoucherActive = apierr.New(protocol.CodeVoucherActive)
	ErrVoucherTarget = apierr.New(protocol.CodeVoucherTarget)

	ErrSeasonOver = apierr.New(protocol.CodeSeasonOver)
	ErrTokens     = apierr.New(protocol.CodeTokens)
	ErrTable      = apierr.New(protocol.CodeSeasonTable)

	ErrFragmentTarget = apierr.New(protocol.CodeFragmentTarget)
	ErrReal           = apierr.New(protocol.CodeRealFunds)
	ErrBeaconWait     = apierr.New(protocol.CodeBeaconWait)
	ErrSeedFormat     = apierr.New(protocol.CodeSeedFormat)
	ErrItemForeign    = apierr.New(protocol.CodeItemForeign)
	ErrItemState      = apierr.New(protocol.CodeItemState)
	ErrItemCount      = apierr.New(protocol.CodeItemCount)
	ErrEmptyBag       = apierr.New(protocol.CodeEmptyBag)
	ErrBusy           = apierr.New(protocol.CodeBusy)

	ErrUpgradeLow     = apierr.New(protocol.CodeUpgradeLow)
	ErrUpgradeHigh    = apierr.New(protocol.CodeUpgradeHigh)
	ErrUpgradeTarget  = apierr.New(protocol.CodeUpgradeTarget)
	ErrUpgradeItems   = apierr.New(protocol.CodeUpgradeItems)
	ErrUpgradeGems    = apierr.New(protocol.CodeUpgradeGems)
	ErrUpgradeSection = apierr.New(protocol.CodeUpgradeSection)
	ErrTradeItems     = apierr.New(protocol.CodeTradeItems)
	ErrMallGone       = apierr.New(protocol.CodeMallGone)
	ErrMallSoldOut    = apierr.New(protocol.CodeMallSoldOut)
	ErrRealName       = apierr.New(protocol.CodeRealName)
	ErrTradeTarget    = apierr.New(protocol.CodeTradeTarget)
)
