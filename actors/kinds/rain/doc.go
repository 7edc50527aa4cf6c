// Package rain is the room kind of red-packet rains, and the actor that starts and announces them.
//
// The amounts of a rain are drawn and published as a root before the first packet falls; a claim takes the first amount
// of that list that is free and no more than its player may still get. Every player has the same packets, opened by the
// server's clock: neither frames nor clicks per second
// decide. Many claims are one op (room.Gatherer). rules.go is pure. Deliberately absent: who falls where on a screen,
// sockets, and any list of packet ids: an id follows from the round's secret and its player.
//
// # One red-packet rain
//
// actors/kinds/rain: the scheduler (one actor) reads the settings in the store every second and makes a round when one
// is due. The round takes its pool, names a beacon round, draws the amounts when that value is out, publishes the root
// of the salted amounts and counts down. Every player has the same eight packets, whose ids follow from a secret of the
// round and which open by the server's clock; a claim takes the first free amount of the committed list that its player
// may still get, so that one that is too much waits for another player and holds up no claim. Claims that come within
// 15 ms are one op with one leaf each. The end gives the rest back and opens the key.
package rain
