// Package roll is the room kind of giveaways: official ones and those of streamers, drawn at a time that is known from the
// start (docs/rules.md, "Roll rooms").
//
// The prizes are in the room's escrow from its creation on, items as well as gems; everything after the lock follows from
// the record (key, prizes, roster with weights, beacon). rules.go is pure. Deliberately absent: who may be a streamer (the
// account's role, checked where calls arrive), how requirements are counted (package tally), sockets.
package roll
