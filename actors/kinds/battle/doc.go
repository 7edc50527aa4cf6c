// Package battle is the room kind of case battles: 2–4 seats, 1–15 boxes, five modes (docs/rules.md, "Battles").
//
// rules.go is pure; everything that happens after the lock follows from the record (key, roster, odds, beacon), so that
// a room resumes in the right second after a crash and a bundle proves it. Deliberately absent: mailbox, store calls and
// timers (package room), money of a player outside the escrow (package player), sockets.
package battle
