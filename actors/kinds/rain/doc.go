// Package rain is the room kind of red-packet rains, and the actor that starts them and tells of them.
//
// The amounts of a rain are drawn and published as a root before the first packet falls; a claim takes the next amount of
// that list. Every player has the same packets, opened by the server's clock: neither frames nor clicks per second decide.
// Many claims are one op (room.Gatherer). rules.go is pure. Deliberately absent: who falls where on a screen, sockets, and
// any list of packet ids: an id follows from the round's secret and its player.
package rain
