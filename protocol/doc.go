// Package protocol is the wire: messages (msgp-generated tuples), the catalogue of messages and of errors, limits,
// topics. SPEC.md holds the rules with the ids that stand in test names. Deliberately absent: sockets, rules of play,
// records.
//
// After a change of a message, an error or a limit run
//
//	go generate ./protocol ./tools/protogen
//
// which writes the *_gen.go files, client/src/protocol/gen*.ts, the client's error texts and the tables of SPEC.md; a
// stale file fails the tests.
package protocol
