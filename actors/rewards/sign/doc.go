// Package sign is the daily sign-in: a row of seven days and milestones of a month, each with a reward and, maybe, a requirement
// of the day (product-spec §§3, 4, 9; docs/rules.md, "Sign-in").
//
// Nothing is kept beside the journal: which days are signed are the ops of the claims. One actor for each player takes the
// claims one after the other; what a claim gives is one op of the player's actor under a key that names player and day, or
// player, month and milestone. Deliberately absent: a second chance for a day, by a reset card or otherwise.
package sign
