// Package secondfactor is what a player proves besides the password: codes of an authenticator app (RFC 6238), passkeys
// (WebAuthn) and recovery codes. It computes and checks; what it makes is sealed and kept by server/httpapi and the
// store. Deliberately absent: the store, HTTP, limits of guesses, and that each code counts once, which the store
// knows.
package secondfactor
