// Package ws is the socket server: event loops that own their connections, one log of encoded frames a topic and a
// cursor a subscriber (docs/realtime.md). It implements publish.Publisher.
//
// A Server serves two protocols from the same events: the multiplexed binary one on /ws and the product
// specification's JSON channel on /ws/drop/{userId}; protocol/SPEC.md holds the rules. Everything about a connection
// is touched by its loop only, so that connections need no locks; topics are shared and locked briefly. Two
// transports feed the loops: reactor (epoll, no goroutine and no buffer for an idle connection) and shard (a reading
// goroutine over any net.Conn: other systems, TLS in process, and the second witness of every test). Requests that are
// not /ws… go from the same port to net/http. A socket that falls behind is closed with a number that says when to come
// back, unless its topic can be conflated: then it gets a gap and a snapshot.
//
// Deliberately absent: rules of play, kinds of rooms, sessions and their storage, HTTP routes other than the upgrade. A
// command or a snapshot is requested through the ports in Options, off the loop and bounded.
package ws
