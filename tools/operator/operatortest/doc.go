// Package operatortest runs a command as the main would, over a store that a test gives.
package operatortest
