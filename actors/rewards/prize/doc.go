// Package prize is what can be won beside items: gems, fragments and cards. It holds their terms, which stand in the store
// and are shown to players, and puts a prize into an op of whoever gives it.
//
// Fragments are a currency of their own (store.Fragments). Deliberately absent: who gets a prize for what, which is its
// giver's to say, and the use of cards, which is the player's actor's.
package prize
