package store

import (
	"strings"
	"time"
)

// NewPlayer is what Register is told of a player who registers.
type NewPlayer struct {
	ID PlayerID // kept ready by KeepReady, which has a user seed, too; 0: the next number
	// Name is the account name: 6–13 letters or digits (spec §5), stored as given, unique without case. It is what the
	// player logs in by, and the public name until SetName.
	Name         string
	PasswordHash string // argon2id PHC string
	Avatar       string
	Language     string
	SpreadCode   string // own code
	InvitedBy    PlayerID
	Fingerprint  string
	UserSeed     string
	Bot          bool
	Phone        string // verified; "" for none
	SteamID      string // verified; "" for none
	At           time.Time
}

// Player is all that a player actor needs on activation.
type Player struct {
	ID           PlayerID
	Name         string    // public
	Login        string    // what the player logs in by: not to be shown to others
	Renamed      time.Time // when the public name was last changed; zero: never
	PasswordHash string
	Avatar       string
	HeadFrame    string
	Language     string
	SpreadCode   string
	InvitedBy    PlayerID
	Fingerprint  string // of the device that registered; "" for none
	UserSeed     string // 1–16 of [0-9A-Za-z] (spec §5); the column is client_seed, its older name
	Status       uint8  // welfare step 0–6 (spec §4)
	Recharged    bool
	RealName     bool
	SteamID      string
	Bot          bool
	Roles        Role
	At           time.Time
	GemsCents    int64
	RealCents    int64
	WishCards    int64
	Fragments    int64
	ToPlayCents  int64     // still to be staked before anything leaves the house
	Reversed     int       // recharges that were taken back: ops of KindReversed
	BagCount     int       // items in the backpack
	Vouchers     int       // items from VoucherBase on that the player has or had: a lock is one
	Seed         SeedEpoch // the newest epoch; Epoch 0 when none was opened yet
	NextNonce    uint64    // of that epoch
}

// KindReversed is the op kind of a recharge that its provider takes back. What follows from it is no store's to know;
// how many a player has is read with the player (Player.Reversed), because whatever comes in then pays first.
const KindReversed = "pay.reversed"

// KindRecovered is the op kind of gems that such a recharge takes back: they were the provider's, and its player has
// neither spent nor lost them.
const KindRecovered = "pay.recovered"

// Holding is what a player has: all of it changes by ops alone.
type Holding struct {
	Player                                                  PlayerID
	GemsCents, RealCents, WishCards, Fragments, ToPlayCents int64
	BagCount, Vouchers                                      int
	Epoch                                                   Epoch // of seeds, the newest; 0 when none was opened yet
	NextNonce                                               uint64
}

// Holding is what the player has.
func (p Player) Holding() Holding {
	return Holding{p.ID, p.GemsCents, p.RealCents, p.WishCards, p.Fragments, p.ToPlayCents, p.BagCount, p.Vouchers,
		p.Seed.Epoch, p.NextNonce}
}

// NameChange is a public name that a player has chosen.
type NameChange struct {
	Name   string    // of digits and Latin letters, as of NewPlayer
	Before time.Time // the last change may not be after it
}

// Look is what a name looks like: l, I and 1 are one, and O and 0. No two players have chosen names of one look.
func Look(name string) string { return looks.Replace(strings.ToLower(name)) }

var looks = strings.NewReplacer("0", "o", "1", "l", "i", "l")

// ProfileChange sets what is not nil.
type ProfileChange struct {
	UserSeed, Avatar, HeadFrame, Language, PasswordHash *string
	Status                                              *uint8
	Roles                                               *Role // by the operator only
}

// Role is what an account may do beyond playing, as a set of bits. Only an operator grants one.
type Role uint32

// RoleStreamer may open roll rooms with prizes of its own.
const RoleStreamer Role = 1

// Has reports whether all of want is granted.
func (r Role) Has(want Role) bool { return r&want == want }

// PublicProfile is what others are shown of a player.
type PublicProfile struct {
	ID        PlayerID
	Name      string
	Avatar    string
	HeadFrame string
	VIP       uint8
	Bot       bool
}

// Session is one login of a player on a device.
type Session struct {
	TokenHash   [32]byte
	First       [32]byte // the TokenHash that it began with: what the session is, whatever its token
	Player      PlayerID
	At, Expires time.Time
	Device      string    // what the browser calls itself
	Proved      time.Time // when the player last proved in it who they are; zero: not yet
	Seen        time.Time // when it was last used, to some minutes
	Network     string    // where it began: the part of an address that a provider gives to many
	Country     string    // of that, two letters, where a proxy says it; else ""
	Strange     bool      // it began on a device that had not been in the account before
}

// NewDevice is a login on a device that had not been in the account before. It outlives its session: ending that
// session hides nothing.
type NewDevice struct {
	Session [32]byte // its First
	At      time.Time
	Device  string // what the browser calls itself
	Network string // as of Session
	Country string // likewise
}

// SeedEpoch is one committed server key of a player (docs/fairness.md). Key is secret until RevealedAt is set.
type SeedEpoch struct {
	Player       PlayerID
	Epoch        Epoch
	Key          [32]byte
	Commit       string // hex
	BeaconSource string
	BeaconRound  uint64
	OpenedAt     time.Time
	RevealedAt   time.Time // zero while secret
}

// ReadySeed is the first epoch of a player who is yet to register, and the user seed that they begin with.
type ReadySeed struct {
	SeedEpoch
	UserSeed string
}

// ItemQuery pages a backpack. Statuses empty = all.
type ItemQuery struct {
	Owner    PlayerID
	Statuses []ItemStatus
	Sources  []ItemSource
	Page     Page
}

// OpQuery pages the history of a player; Kinds empty = all, those of Except are left out. Others adds the ops of other
// players and of the house that changed what the player owns (Op.Others): with them the history adds up to the
// balances. List asks for one list (Op.Lists) instead. Before, unless it is zero, asks for the ops behind a place in
// place of a total, which is 0 then: EachOp reads on by it.
type OpQuery struct {
	Player PlayerID
	Kinds  []string
	Except []string
	Others bool
	List   string
	Before OpPlace
	Page   Page
}
