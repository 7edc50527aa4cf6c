// Package endtoend holds stories of players on a whole server, over real HTTP, real sockets and a real PostgreSQL. It
// stands above both what runs the site and what audits it, since every story ends with an audit of its ledger. It is
// tests alone. Deliberately absent: a browser (client/e2e), attacks (tools/sectest), crashes (tools/kill).
package endtoend
