//go:build packweb

package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Packed reports whether this binary holds the client.
const Packed = true

func files() (fs.FS, error) { return fs.Sub(dist, "dist") }
