// Package taskbox is the task boxes: what is done in a day, a week or a month opens a box, once in it, and the boxes
// that welcome a new player (product-spec §3 "Task box", §4 "Task box", "Welfare step").
//
// Progress is counted from the journal (package progress), a claim is one op whose key names player, box and time, and
// a box with items is drawn by the player's actor like every other box. Deliberately absent: a table, a word of the
// client about its own progress, and the requirements of roll rooms.
//
// # One task box
//
// actors/rewards/taskbox keeps nothing but what it has counted and which claims it has found: actors/rewards/progress
// adds a player's ops of the day, the week and the month up (task types 0 to 14), what is older than a commit can take
// is kept in the actor's memory, and a poll costs what was done since the last one. Rooms count when
// they are over and are found by when their player came in (progress.Ended, which the activity of a season counts by,
// too); a trade-in gives back what it takes and is no gem spent, and of a battle's entry neither is a voucher's part. A
// claim stands when its count falls. Days are those of actors/settings/period, cut on the clock of the setting
// site.zone; a span's name stands in the op's key, so that a box is opened once in it, and with a reset voucher once
// more under a key of its own. The player's actor gives what a claim brings (player.Grant); a box of items is a box
// of the catalogue that is not for sale, and its proof is like every other's. The boxes are the setting tasks.
// The welcome of a new player (taskbox.Service) has the same two halves: a step is saved when the journal shows what it
// asks for, and its boxes have a key for ever. In the client features/task/welfare.tsx saves steps as they are seen
// and opens the four-step dialog by itself, once for each step of a visit and never over anything else; a player
// who asks for quiet keeps the way by the side bar. A demo can be started with a clock that is ahead (serve --demo
// --demo-clock 24h): that is how the browser tests live through a player's first week.
package taskbox
