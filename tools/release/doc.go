// Package release makes what a release consists of: archives, their bill of materials, checksums. The same input gives
// the same bytes: nothing of the machine, of the moment or of a file's owner, mode or date goes in.
//
// Deliberately absent: compiling, and whatever asks git or a network; tools/dev does both.
package release
