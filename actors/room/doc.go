// Package room is the shell around the rules of a room kind: it loads the room and takes its epoch, runs one command at
// a time through rules and store, numbers and publishes events, keeps the one timer, executes effects and recovers.
//
// A kind is a pure Apply and a few pure views (Kind); adding one is a rules package and a registration line.
// Deliberately absent: anything about a kind, sockets, and a second way to change a room than an op with a RoomWrite.
//
// # What a kind gets for nothing
//
// Load on activation (epoch + 1), one command at a time through prepare (Prepare), rules (Apply) and store; version and
// publish in one function; commands that wait for each other as one op (Gatherer: claims of a rain); unknown outcome
// → reload; fenced → stop; panic → reload, and after three → void with refund; presence; passivation; drain.
// What a new kind needs besides: CONTRIBUTING.md, "Adding things".
package room
