// Package props gives items beside all play: the extra drops of a day's openings, and what an operator orders. One actor
// reads the outbox of durable ops behind a cursor and the plan in the store; a gift is one op of the house, whose key names
// what it is for, so that a crash or a second server gives it once.
//
// Deliberately absent: chance. Who gets what follows from the plan alone, which everybody can read.
package props
