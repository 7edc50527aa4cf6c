// Package settings is what the operator may change while the site runs: a name, a Go type, what holds unless
// another value is set, and what a value may not be, also beside the other settings. Values have versions, an author
// and a history in the store.
//
// A setting is declared by the package that it is for (vip.Setting, prize.Setting); server/registry lists them all.
// What is stored is the text that was given: what it leaves out is the standard, also when the standard changes.
//
// Deliberately absent: flags of a process (server/config), and what programs keep for themselves
// (store.Catalog.Kept).
package settings
