package rain

import (
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of rounds in the directory and the store; the id is the decimal room id.
const Kind = "rain"

// Create makes a round; send it with Open, which allocates the id. It is the house's: Key is in its key space. The
// answer is a Created.
type Create struct {
	Key        string
	PoolCents  int64
	Packets    int
	Each       EachRules // zero: the standard
	DurationMS int64
	StartsAtMS int64 // not before; the round waits for its beacon and counts down first
}

// Created is the answer to Create.
type Created struct{ ID store.RoomID }

// Claim takes one of the player's packets. The same key gives the same answer; the answer is a Claimed.
type Claim struct {
	Key    string
	Player store.PlayerID
	Bot    bool
	Packet string
}

// Claimed is the answer to Claim.
type Claimed struct {
	Packet     string
	Place      int // in the committed list
	ValueCents int64
	TotalCents int64 // what the player has got in this rain
	Claims     int
	Repeated   bool `json:"-"` // by the same command, before
}

// View asks for a round as one player may see it (0: a visitor). The answer is a Seen.
type View struct{ Viewer store.PlayerID }

// Seen is the answer to View.
type Seen struct {
	Round      protocol.RainRound
	Packets    []Packet // of the viewer
	TotalCents int64
}

// Packet is one of a player's.
type Packet struct {
	ID         string
	OpensAtMS  int64
	Claimed    bool
	Place      int // when claimed
	ValueCents int64
}

// Errors of the rules.
var (
	ErrPacket = apierr.New(protocol.CodeRainPacket)
	ErrEarly  = apierr.New(protocol.CodeRainEarly)
	ErrOver   = apierr.New(protocol.CodeRainOver)
	ErrSpent  = apierr.New(protocol.CodeRainSpent)
	ErrCap    = apierr.New(protocol.CodeRainCap)
	ErrEmpty  = apierr.New(protocol.CodeRainEmpty)
)
