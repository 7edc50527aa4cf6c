// Package protocol is the wire: messages (msgp-generated tuples), the catalogue of messages and of errors, limits, topics.
// SPEC.md holds the rules with the ids that stand in test names. Deliberately absent: sockets, rules of play, records.
//
// After a change of a message, an error or a limit run
//
//	go generate ./protocol
//
// which writes the *_gen.go files, client/src/protocol/gen*.ts, the client's error texts and the tables of SPEC.md; a stale file
// fails the tests.
package protocol

//go:generate go tool msgp -io=false -tests=false -file inbound.go
//go:generate go tool msgp -io=false -tests=false -file outbound.go
//go:generate go tool msgp -io=false -tests=false -file feed.go
//go:generate go tool msgp -io=false -tests=false -file player.go
//go:generate go tool msgp -io=false -tests=false -file battle.go
//go:generate go tool msgp -io=false -tests=false -file roll.go
//go:generate go tool msgp -io=false -tests=false -file upgrade.go
//go:generate go tool msgp -io=false -tests=false -file rain.go
//go:generate go tool msgp -io=false -tests=false -file luckycard.go
//go:generate go tool msgp -io=false -tests=false -file wish.go
//go:generate go run ../tools/protogen -root ..
