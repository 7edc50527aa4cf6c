// Package promotion pays players for recharges of those they invited: a share, once for each order, after it has
// cleared and the invited player is known.
//
// One actor follows the outbox behind a cursor; a commission is one op of the inviter's, whose key names invited player
// and order, so that a crash, a replay or a second server pays it once. What a provider takes back takes its commission
// back, by one op too. Deliberately absent: a reward for an invitation alone.
package promotion
