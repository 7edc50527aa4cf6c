// Package limits is what a player promises himself (docs/rules.md, "Responsible play"): limits of what is spent and
// lost in a day, a
// week and a month, a pause, and an exclusion; and the book of what was played, which the promises are held against.
//
// A promise is an op of KindSet, whose result is everything that holds from then on: the newest one tells it. The player's
// actor asks before each op. From the first promise on every op that plays takes the player's lock and leaves the next one, so
// that the store lets only one activation pass that has read everything before. Deliberately absent: clocks, counters that are
// kept, and a way to take a pause or an exclusion back.
package limits
