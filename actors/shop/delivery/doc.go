// Package delivery takes items from backpacks to the game platform: orders, their steps, and the worker who asks the
// bot.
//
// An order is a record with guarded steps, which the store has as a room without an actor: open = to be reviewed,
// locked = approved, running = the bot has been asked, settled = shipped, void = failed. Its items stand in "awaiting
// delivery" from the op that makes it to the op that ends it (its player may end it while it waits for the review), and
// every step is durable before the next one is taken: the bot is sent an order only when it stands in the store that
// it does, under a key that means one trade for ever.
//
// Deliberately absent: the game platform (server/delivery has bots), and any word of the client about price, status or
// owner.
//
// # One retrieval
//
// actors/shop/delivery: a retrieval is a record of kind retrieval without an actor: open = review, locked = approved,
// running = the bot was asked, settled = shipped, void = failed or taken back by its player, who writes the same
// record as the review and so comes before it or too late. Its items are in "awaiting delivery" from the op that
// opens it to the op that ends it; only these ops move an item there and away (the audit knows). One worker looks at
// open orders every second: what delivery lets pass needs no reviewer, and the bot (delivery.Bot;
// server/delivery has the sandbox's) gets an order only when it is in the store, under a key that means one trade.
// What comes back is in status 4 or 7 and can be sold or asked for again; too often, and it is in 8 or 9 until
// jadebox retrievals release.
package delivery
