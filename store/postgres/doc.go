// Package postgres is the store engine on PostgreSQL 15 or newer: one dialect for the embedded database and for a
// server (docs/store.md).
//
// Writes that change value go through a few writers, each with its own connection, that commit many ops as one
// transaction; everything else is a query on a pool. Deliberately absent: any decision about money that the database
// does not check again, starting a database (package embedded), rules of play.
//
// # One page of records
//
// A history is a list whose rows never leave it: ops of a player by kind, rooms by the time of entry, rooms that
// are over. Each has an index in its own order, and list_mark says which place every 64th row has
// (store/postgres/history.go): made by readers, from rows old enough, and taken away by an op that comes late.
// So current/size/total of the calls cost the same on every page, and a time range is two such places. A new list is
// one by op kind, by membership, or one that the op itself names (Op.Lists: won and lost upgrades and battles), never
// by a status that changes. The backpack's lists are by status: an op that moves an item takes the anchors behind it
// away and counts a version up, and anchors are kept only for the version that they were made for (itemlist.go). What
// ops add up to in a time is kept at anchors, too (opsums.go).
// server/httpapi/recordsheets.go names what can be taken away as CSV; client/src/ui/record-list.tsx is every record
// page. The setting maintenance closes the site: server/maintain is the window.
package postgres
