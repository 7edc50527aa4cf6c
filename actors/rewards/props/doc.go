// Package props gives items beside all play: the extra drops of a day's openings, and what an operator orders. One
// actor reads the outbox of durable ops behind a cursor and the settings in the store; a gift is one op of the house,
// whose key names what it is for, so that a crash or a second server gives it once.
//
// Deliberately absent: chance. Who gets what follows from the settings alone, which are public.
//
// # One extra drop
//
// actors/rewards/props is one actor that counts what accounts spend on boxes in a day, from the outbox, and reads an
// operator's orders from the settings in the store. A gift is one op of the house whose key names what it is for (day,
// step and player, or the order); then the player's actor publishes it (propsDrop, drop socket msgType 4). There is
// no chance in it, so there is nothing to prove.
package props
