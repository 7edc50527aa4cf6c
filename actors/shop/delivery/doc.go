// Package delivery takes items from backpacks to the game platform: orders, their steps, and the worker who asks the bot.
//
// An order is a record with guarded steps, which the store has as a room without an actor: open = to be reviewed, locked =
// approved, running = the bot has been asked, settled = shipped, void = failed. Its items stand in "awaiting delivery" from the
// op that makes it to the op that ends it (its player may end it while it waits for the review), and every step is durable before the next one is taken: the bot hears of an order
// only when it stands in the store that it does, under a key that means one trade for ever.
//
// Deliberately absent: the game platform (server/delivery has bots), and any word of the client about price, status or owner.
package delivery
