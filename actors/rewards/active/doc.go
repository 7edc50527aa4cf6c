// Package active is the seasonal activity of a player: what was done today and what it earns, claims, and friends who
// help.
//
// Nothing is counted twice, because nothing is kept: progress follows from the day's ops and rooms, claims and help
// from their own ops, and every one of these has a key that means "this once". Deliberately absent: an actor, a table,
// the settings (actors/rewards/season) and the opening of a box (actors/player), which spends what is earned here.
package active
