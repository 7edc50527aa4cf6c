// Package battle is the room kind of case battles: 2–4 seats, 1–15 boxes, five modes (docs/rules.md, "Battles").
//
// rules.go is pure; everything that happens after the lock follows from the record (key, roster, odds, beacon), so that
// a room resumes in the right second after a crash and a bundle proves it. Deliberately absent: mailbox, store calls
// and timers (package room), money of a player outside the escrow (package player), sockets.
//
// # One battle
//
// actors/kinds/battle/rules.go is pure: state.Apply(command, now) → step. The shell (actors/room) does everything
// else.
//
//	waiting ──join/leave (player's actor commits posting + room write as ONE op)──▶ full
//	full ──op lock: roster leaf = context, beacon round ≥ 3 s ahead──▶ countdown
//	countdown ──op start: beacon value, startedAt──▶ running: rounds shown on the room's clock,
//	          every result already follows from the record
//	running ──op settle: items to winners, escrow → house, consolations, key revealed──▶ finished
//	any phase before the settlement ──void: every entry refunded──▶ void
//
// The record in the store is the snapshot: an activation after a crash loads it, raises the epoch and continues in
// the right second. Timers are derived from the state, so they survive too. Clients draw seek(serverNow − startedAt),
// so that late joiners, refreshes and replays are the same code.
package battle
