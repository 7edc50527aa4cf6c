// Package httpapi is the HTTP face of Jadebox: every call of product-spec §7 that exists and the site's own, one file a
// resource.
//
// A call is a Go function from one struct to another and a route that says who may use it (httpapi/call); envelope,
// errors, limits and documentation follow from that and are the same for all. The kinds of rooms add theirs from
// server/rooms. The sockets' commands run the same functions (Command). Deliberately absent: rules of play and money,
// which are the actors'; SQL; sockets; the client's files.
//
// Exported is what the composition root and tools/openapi use. Package huma leaves out what stands in an embedded
// struct whose name is not exported: the document would lack those fields.
//
// # Who a player is
//
// store.Contacts keeps phones, Steam accounts, sealed real names, codes and nonces of one use; none of it moves value.
// server/httpapi binds them to a *visitor*: a player's session, or a visitor's cookie that no script reads. A code is
// right once, for its purpose, phone and visitor, within ten minutes and five tries; it is sent only for a captcha's
// ticket (server/captcha, sealed, good once). server/steam checks OpenID 2.0 answers by hand and ships a sandbox that
// uses the same protocol; the id that it proves is kept on the server until a registration uses it. Passwords are
// hashed in processes of their own (jadebox hash-worker), last in every line and in a session of their own: Linux
// weighs sessions against each other before it looks at nice, and every backend of PostgreSQL is one. A caller that
// waits for a hash stands in a bounded line (server/password/line.go, pure): networks (/24, /48) are served in turn, in
// a full line the longest queue gives a place to a shorter one, and every second turn is a known device's, which has
// places of its own: a cookie (httpapi/devices.go) with a MAC over the account and the time of its last login, of which
// nothing is stored and which is worth nothing but the place. A caller that finds no place is told 5001 and, from what
// hashes take now, when to come back. tools/bench/logins holds it to its goals. server/realname seals names with keys
// that lie outside of the database. Binding, Steam and a reset end every session and its sockets. What a verification
// is rewarded with is the setting realname.
package httpapi
