//go:build !packpg

package embedded

// packed is empty without the build tag packpg; the resolver then looks for PostgreSQL on the machine.
var packed []byte
