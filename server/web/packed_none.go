//go:build !packweb

package web

import (
	"io/fs"
	"testing/fstest"
)

// Packed reports whether this binary holds the client.
const Packed = false

const missing = `<!doctype html><meta charset="utf-8"><title>Jadebox</title>
<p>This server was built without the client. Run <code>make build</code>, or <code>npm run dev</code> in client/ beside it.</p>
`

func files() (fs.FS, error) {
	return fstest.MapFS{"index.html": {Data: []byte(missing)}}, nil
}
