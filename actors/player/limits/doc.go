// Package limits is a player's limits (docs/rules.md, "Responsible play"): limits of what is spent and lost in a day, a
// week and a month, a pause, and an exclusion; the history of what was played, which the promises are held against; and
// what the operator says of the account (Act), of which a suspension shuts out as an exclusion does.
//
// A promise is an op of KindSet, whose result is everything that holds from then on: the newest one holds it. The
// player's actor asks before each op. From the first promise on every op that plays takes the player's lock and leaves
// the next one, so that the store lets only one activation pass that has read everything before. Deliberately absent:
// clocks, counters that are kept, and a way to take a pause or an exclusion back.
//
// # Limits of a player
//
// actors/player/limits is a player's own limits (paid in, spent and lost, by day, week and month of the site's zone), a
// pause and an exclusion (docs/rules.md, "Responsible play"). A promise is an op, limits.set, whose result is all that
// holds from then on. The player's actor is where it is kept, and checks at one place (decide) about every op of
// every feature: what debits gems, wish cards, fragments or tokens, draws, or gives items away *plays*
// (player/play.go names the few that do not), so that a way to spend that comes later is held to it untold. A play
// passes when the limits hold even if all of its stake is lost; what was drawn is not looked at, or a limit would
// choose between results. The history of what was played is read from the journal and kept only for players who have
// limits; a room counts as lost until it is over (player.Ports.Outcome, room.Specs). From the first promise on every
// play takes the player's lock, a hidden voucher, and leaves the next one: of two activations the store
// lets one pass, and the other reads again. An activation that has read that nothing is promised reads again after a
// minute: where two processes hold a player at once, the second may go on playing for that minute beyond the first
// promise, and no further. A recharge asks before its order and takes the lock with it (payment/deposit.go): what was
// paid and what open orders may still bring counts, and what was paid is always credited. An exclusion ends the
// sessions, a login looks last for one, and the house gives nothing meanwhile, which no session is needed to be
// given: no commission, reward of a ranking, extra drop, an operator's gift or a friend's help (limits.ShutOut); none
// of it waits. Seats and lots that were taken before are played to their committed end, and what they bring lies in
// the account. A pause stops draws and payments and leaves claims that draw nothing; the lot of a roll room is a
// draw. httpapi/pause_test.go holds every call under a key to this. Settings are the setting limits, which can only
// be stricter than docs/rules.md. The reality check is the client's (features/limits), with the server's figures.
//
// # Payers
//
// An account that another player's payer has paid for says so by an op of its own, limits.payer, before the credit
// (payment/payer.go); the newest one holds, and one of a payer of its own ends it. It takes the lock as a promise does.
// While the holder of that payer is excluded the account plays nothing, unless its real name is verified; an activation
// reads that anew every minute. It logs in, orders and takes out: it is not excluded.
//
// # Suspensions
//
// A suspension is the op of another process (actors/player/support), and takes the lock as a promise does: an
// activation that has read another lock is refused by the store and reads again, one that has read none reads again at
// the op's event. It refuses what an exclusion refuses, and what takes something out of the house besides: whose the
// account is may be what is to be cleared up. Held asks for both.
package limits
