// Package roll is the room kind of giveaways: official ones and those of streamers, drawn at a time that is known from
// the start (docs/rules.md, "Roll rooms").
//
// The prizes are in the room's escrow from its creation on, items as well as gems; everything after the lock follows
// from the record (key, prizes, roster with weights, beacon). rules.go is pure. Deliberately absent: who may be a
// streamer (the account's role, checked where calls arrive), how requirements are counted (package progress), sockets.
//
// # One roll room
//
//	draft ──publish──▶ open ──join (the room commits; the roster is rewritten)──▶ open
//	      about 17 bytes an entrant, at most 5,000
//	open ──at openTime, op lock: prizes, roster and weights = context leaf, beacon round ≥ 3 s ahead──▶ locked
//	locked ──op settle: every prize to its winner, the rest back, key revealed──▶ drawn
//	draft or open ──cancelled, unjoined, unpublished; locked ──beacon away──▶ void: every prize back to its host
//
// Prizes are in escrow from the creation on: gems in the room's account, items under the room's own negative owner id
// (store.RoomHolder), which only an op with that room's write can give or take. actors/rewards/progress counts
// requirements from the journal.
package roll
