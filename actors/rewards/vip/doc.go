// Package vip is the VIP programme: levels by what was recharged in a month, a rate on top of recharges and a bonus for
// each level.
//
// Nothing is counted twice, because nothing is kept: a status follows from the recharges and the claims in the
// journal. Deliberately absent: an actor, a table and any word of the client about its own level.
//
// # Levels and invitations
//
// actors/rewards/vip keeps nothing: a player's level follows from the recharges (pay.credit) of this calendar month
// and the last, and what was claimed from the ops vip:<level>, which come in order because each looks for the one
// before. Its rate is part of an order as it was placed (payment.Service.Rate), its badge is read when a seat asks who
// a player is. actors/rewards/promotion follows the events "recharge" behind a cursor and pays the inviter by one op
// under promotion:<invited>:<order>, after the hold of its settings, and never for an order that its provider took
// back. An order that is taken back later (payment.Reversed, the event "recharge.failed") takes its commission back by
// one op under promotion-back:…, whole, as soon as the inviter's balance allows it; experience and level are
// derived, and a bonus that was claimed stays and never comes twice. A level is also a requirement of roll rooms
// (protocol.TaskVIP: that of the moment of joining) and has a head frame, vip<level>, worn while the level holds
// (player.Worn). What commissions add up to is read from anchors (store/postgres/sums.go), as places in a history
// are. Both are settings (vip, promotion); the auditor checks both kinds of op (invariant 5). Posters are composed in
// the browser.
package vip
