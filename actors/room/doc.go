// Package room is the shell around the rules of a room kind: it loads the room and takes its epoch, runs one command at a
// time through rules and store, numbers and publishes events, keeps the one timer, executes effects and recovers.
//
// A kind is a pure Apply and a few pure views (Kind); adding one is a rules package and a registration line. Deliberately
// absent: anything about a kind, sockets, and a second way to change a room than an op with a RoomWrite.
package room
