// Package wish is the room kind of wish rooms: N bottles with one prize among them. When the last bottle is taken the
// bottles are fixed, a beacon round is named, and one bottle is drawn; a room that is not full in time gives everything
// back (docs/rules.md, "Wish").
//
// A bottle costs wish cards or gems, never both, and what was paid lies in the room's escrow until the draw. rules.go
// is pure. Deliberately absent: rooms of players, sockets, where wish cards come from (wishtree), and which rooms there
// are at a time (the lobby reads stock.go).
//
// # One wish room
//
// actors/kinds/wish: bottles for wish cards or gems, whose price lies in the room's escrow (wish cards are a third
// currency with accounts of their own); the last bottle locks the room on a beacon round, one op gives the prize, and a
// room that is not full in time is refunded. actors/rewards/wishtree gives a wish card for each task of a day.
package wish
