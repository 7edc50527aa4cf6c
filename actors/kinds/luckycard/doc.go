// Package luckycard is the room kind of lucky cards: a finite deck whose order is committed before the first flip; a
// flip opens one card and is charged once, and the room ends with the top prize (docs/rules.md, "Lucky card").
//
// What is on a card comes into the backpack with the source "activity reward" (10): the product lists no source of its
// own for it, and 6 (extra drop) is what falls beside a thing that was bought. rules.go is pure. Deliberately absent:
// which decks there are at a time (the lobby reads deck.go), sockets.
package luckycard
