// Package taskbox is the task boxes: what is done in a day, a week or a month opens a box, once in it, and the boxes that
// welcome a new player (product-spec §3 "Task box", §4 "Task box", "Welfare step").
//
// Progress is counted from the journal (package tally), a claim is one op whose key names player, box and time, and a box with
// items is drawn by the player's actor like every other box. Deliberately absent: a table, a word of the client about its own
// progress, and the requirements of roll rooms.
package taskbox
