package client

import (
	"fmt"
	"strconv"

	"jadebox/protocol"
)

// Credentials register or log in.
type Credentials struct {
	Phone       string `json:"phone"`
	Password    string `json:"password"`
	Fingerprint string `json:"fingerprinId,omitempty"` // the specification's spelling; register only
}

// Session answers register and login.
type Session struct {
	Token string `json:"token"`
}

// User is what a bot reads of GET /api/user/info.
type User struct {
	ID      string        `json:"id"`
	Balance protocol.Gems `json:"balance"`
	BagNum  int           `json:"bagNum"`
}

// Box is a row of GET /api/box/list.
type Box struct {
	ID         int    `json:"id"`
	PriceCents int64  `json:"priceCents"`
	Type       string `json:"type"`
}

// BoxList answers GET /api/box/list.
type BoxList struct {
	Boxes []Box `json:"boxes"`
}

// OpenBox is the body of POST /api/box/{id}/open; PriceCents is the price of one. A live site asks for the seed.
type OpenBox struct {
	Count      int    `json:"count"`
	PriceCents int64  `json:"priceCents"`
	UserSeed   string `json:"userSeed,omitempty"`
}

// Opened answers OpenBox.
type Opened struct {
	OpID    string `json:"opId"`
	Results []struct {
		ResultID   string `json:"resultId"`
		ItemID     string `json:"itemId"`
		Def        int32  `json:"def"`
		ValueCents int64  `json:"valueCents"`
	} `json:"results"`
	BalanceCents int64 `json:"balanceCents"`
	BagCount     int   `json:"bagCount"`
}

// SellItems is the body of POST /api/bag/sell.
type SellItems struct {
	Items []string `json:"items"`
}

// Sold answers SellItems.
type Sold struct {
	SoldCents    int64 `json:"soldCents"`
	Count        int   `json:"count"`
	BalanceCents int64 `json:"balanceCents"`
	BagCount     int   `json:"bagCount"`
}

// CreateBattle is the body of POST /api/battle/create; PriceCents is the entry.
type CreateBattle struct {
	Boxes      []int  `json:"boxes"`
	Seats      int    `json:"seats"`
	Mode       string `json:"mode"`
	Private    bool   `json:"private"`
	PriceCents int64  `json:"priceCents"`
}

// CreatedBattle answers CreateBattle.
type CreatedBattle struct {
	BattleID string `json:"battleId"`
	Code     string `json:"code"`
}

// JoinBattle is the body of POST /api/battle/{id}/join.
type JoinBattle struct {
	Seat       int    `json:"seat"`
	Code       string `json:"code"`
	PriceCents int64  `json:"priceCents"`
}

// TakeSeats is the body of POST /api/battle/{id}/bots.
type TakeSeats struct {
	Seat int `json:"seat"`
}

// Paths of the calls.
const (
	PathRegister = "/api/user/register"
	PathLogin    = "/api/user/login"
	PathInfo     = "/api/user/info"
	PathBoxes    = "/api/box/list"
	PathSell     = "/api/bag/sell"
	PathSellAll  = "/api/bag/sell/all"
	PathCreate   = "/api/battle/create"
)

// PathOpen is the opening of one kind of box.
func PathOpen(box int) string { return "/api/box/" + strconv.Itoa(box) + "/open" }

// PathBattle is a battle room, action "" for its snapshot.
func PathBattle(id, action string) string {
	if action == "" {
		return "/api/battle/" + id
	}
	return fmt.Sprintf("/api/battle/%s/%s", id, action)
}

// PathResult is the proof bundle of a result.
func PathResult(id string) string { return "/api/fair/result/" + id }

// Paths of a red-packet rain.
const (
	PathEnvelope = "/api/activity/red/envelope"
	PathClaim    = "/api/activity/red/claim"
)

// Envelope is a rain with the player's packets.
type Envelope struct {
	Round   *protocol.RainRound `json:"round"`
	Packets []struct {
		ID        string `json:"id"`
		OpensAtMS int64  `json:"opensAtMs"`
	} `json:"packets"`
}

// ClaimPacket names a packet.
type ClaimPacket struct {
	Round  string `json:"round"`
	Packet string `json:"packet"`
}

// ClaimedPacket is the answer.
type ClaimedPacket struct {
	ValueCents int64 `json:"valueCents"`
	TotalCents int64 `json:"totalCents"`
	Claims     int   `json:"claims"`
}
