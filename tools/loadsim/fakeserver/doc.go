// Package fakeserver is a small honest game server for the tests of the load tester, and a dishonest one on demand:
// each Bug breaks one promise, and the test is that the bots notice.
//
// It keeps everything in memory behind one mutex. Deliberately absent: durability, provable draws, speed.
package fakeserver
