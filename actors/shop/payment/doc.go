// Package payment is buying gems: what they cost, the tiers of the recharge bonus, and the orders in the journal.
//
// Deliberately absent: providers and their protocols (server/pay), and any way to credit without a verified event.
//
// # One recharge
//
// actors/shop/payment keeps an order in the journal alone: pay.order under the client's key (its op id is the order),
// pay.begun with what the provider answered, then pay.credit or pay.failed, and pay.reversed when a paid order is
// taken back, each under a key that names the order and that no client can send. server/pay is the port to providers
// (Stripe Checkout, Pix, a sandbox that in a demo is the payer's bank, too). A checkout is shown as a document of its
// own (httpapi/checkout.go), because one written into the site's page inherits its policy, which lets no form lead to
// a provider; a webhook is verified over its raw body before it is decoded, must equal the order in provider,
// reference, amount and currency, and its event id has one meaning for ever (pay.event). The credit takes its amounts
// from the order, and its outbox event "recharge" is what tasks, VIP and promotion follow. Money that comes after
// an order has expired or failed is credited; a second payment of one order is not, and is logged for an operator.
//
// What a provider takes back (Stripe's charge.refunded and charge.dispute.funds_withdrawn, of which Stripe is asked for
// the session that names the order; any "failed" after "paid") is owed by its buyer, bonus and all: the house has to
// return the money, and the gems may have bought things that are gone. What the debtor has is taken at once
// (pay.recovered), the rest is a debt that takes whatever gems come in, by a sale, a gift, a prize, a room that gives
// back or a recharge, before the debtor can play on with them: the player's actor collects behind each op that credits,
// before the next command, and when it starts, so that a kill between the two puts the recovery off to the debtor's
// next step. Until the debt is paid nothing is withdrawn or retrieved, and nothing put up in a roll room, by the
// player's actor, which looks at the debt before each op that takes something out (5307); everything else goes on. No
// balance falls below zero. The debt is kept nowhere: it is what the reversals say (their number stands in the player's
// record, so that no other store is asked), less a chain of recoveries whose keys are their numbers, so that of two
// processes one finds the other's op; the auditor holds both to each other (invariant 13). Money that goes back in a
// way that no webhook reports is jadebox recharge reverse ORDER. Of a refund in part nothing is taken: the log says so
// at level error, for an operator to decide. A dispute that is won credits the order again (pay.restored, once), and
// the debt takes its part first. The order counts neither for tasks nor for a level nor for a commission any more; a
// level's bonus that was claimed stays, because what comes once for ever cannot come again. Items are not taken: they
// were drawn under a proof, and may be in rooms of others. Rate, tiers, amounts and ways to pay are the settings of
// jadebox recharge.
//
// A withdrawal of R$ is a record of kind withdrawal without an actor: open = review, running = in progress, settled =
// paid, void = given back. The amount leaves the balance with the request; jadebox withdrawals takes the steps, and
// what is not reviewed in 30 days comes back.
package payment
