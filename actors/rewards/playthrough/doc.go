// Package playthrough makes gifts be played before anything leaves the house (docs/rules.md, "Play-through"): what is
// given raises what a player has still to stake, a stake lowers it, and a stake that a room gives back raises it again.
//
// What is left is a balance of its own (store.ClassPlayerToPlay), moved by the entries Play of the very op that gives,
// stakes or gives back: so it costs one row whatever a player's history, is as durable as the gift, and adds up for the
// auditor. Three places write it. The Ledger, through which a process commits, raises it for every gift in the list
// here, for every op, and again for what a room gives back. The player's actor lowers it by what is staked
// (player.Ports.Stakes), and refuses what would leave the house before nothing is left; what another process gives
// after the actor has looked, the store refuses (store.Op.ToPlayMost), and the actor looks again. What a room gives
// back is what the player's own ops in this room have lowered, at most what comes back in gems: stakes that lowered
// nothing, because nothing was left, raise nothing.
//
// Deliberately absent: play money of a demo and of tools, which nothing is asked for; a battle's cent for a player who
// loses, which is a part of the game, and lots of roll rooms. What of a gift is taken back (promotion.back,
// pay.recovered) need not be played any more; and stakes that lie in a room which may give them back count as played
// when it is over.
package playthrough
