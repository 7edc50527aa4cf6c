// Package prize is what can be won beside items: gems, fragments and vouchers. It holds their settings, which stand in
// the store and are shown to players, and puts a prize into the giver's op.
//
// Fragments are a currency of their own (store.Fragments). Deliberately absent: who gets a prize for what, which is its
// giver's to say, and the use of vouchers, which is the player's actor's.
//
// # Fragments and vouchers
//
// actors/rewards/prize holds the settings (setting prizes: price in fragments, vouchers, what a day's upgrades bring)
// and puts a prize into the giver's op. Fragments are a currency of their own. A voucher is an item of a
// definition from store.VoucherBase on: it moves under the guards of items, and no question about items brings it
// (Vouchers does, from an index of its own). Using a voucher is one op of the player's actor: the voucher goes, and for
// a discount or the history chart an *effect* comes, a record whose time is when it began; the actor reads effects with
// the player's record. An opening pays the price under the discount and keeps it in its op; a price that the client
// knew otherwise is refused (630). A voucher that pays a battle entry lies in the room: the house pays its part into
// the escrow, and a refund gives each back what was theirs. A reset voucher opens once more what is taken once a day
// (player.Ports.Claim names the claim; the wish tree is the first that has one, task boxes follow). An upgrade's prizes
// are in its own op; the count of the day stands in the op before, and the nonce makes a count that is out of date
// refuse itself.
package prize
