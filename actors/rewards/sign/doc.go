// Package sign is the daily sign-in: a row of seven days and milestones of a month, each with a reward and, maybe, a
// requirement of the day (product-spec §§3, 4, 9; docs/rules.md, "Sign-in").
//
// Nothing is kept beside the journal: which days are signed are the ops of the claims. One actor for each player takes
// the claims one after the other; what a claim gives is one op of the player's actor under a key that names player and
// day, or player, month and milestone. Deliberately absent: a second chance for a day, by a reset voucher or otherwise.
//
// # One sign-in
//
// actors/rewards/sign keeps nothing: which days are signed, and which milestones were taken, are the ops of its
// claims (grant.sign), each under a key that names the date, or month and milestone, by the site's time zone. One
// actor a player takes claims in order; a requirement is counted by actors/rewards/progress from the day's ops. What
// is given is one op of the player's actor (player.Grant): prizes and, for a box that costs nothing, a draw with its
// nonce, ticket and result, so that it is proved as any other. The claim's key makes it once; the client's key, which
// is part of the request, has its repetition answered again. actors/rewards/benefit is the same for a week
// (grant.week), by what was spent since Monday. The settings are sign and benefit; the auditor
// holds each op to its note (invariant 5).
package sign
