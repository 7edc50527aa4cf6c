package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"slices"
)

// entries are the chunks that every visit needs: the browser fetches them at once instead of one after the other.
var entries = []string{"index.html", "src/app/shell.tsx"}

type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
}

// preloads returns link elements for the scripts and styles of entries, from the build's manifest; none without one.
func preloads(from fs.FS) ([]string, error) {
	raw, err := fs.ReadFile(from, ".vite/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	var links []string
	add := func(form, name string) {
		if l := fmt.Sprintf(form, html.EscapeString(name)); !slices.Contains(links, l) {
			links = append(links, l)
		}
	}
	seen := map[string]bool{}
	var walk func(key string)
	walk = func(key string) {
		c, ok := manifest[key]
		if !ok || seen[key] {
			return
		}
		seen[key] = true
		for _, css := range c.CSS {
			add(`<link rel="stylesheet" crossorigin href="/%s">`, css)
		}
		add(`<link rel="modulepreload" crossorigin href="/%s">`, c.File)
		for _, imp := range c.Imports {
			walk(imp)
		}
	}
	for _, key := range entries {
		walk(key)
	}
	return links, nil
}

// page adds the links that the build did not write itself and compresses the result once.
func page(body []byte, links []string) *file {
	for _, l := range links {
		name := l[bytes.IndexByte([]byte(l), '/'):]
		if !bytes.Contains(body, []byte(name[:len(name)-1])) {
			body = bytes.Replace(body, []byte("</head>"), []byte("    "+l+"\n  </head>"), 1)
		}
	}
	var z bytes.Buffer
	w, _ := gzip.NewWriterLevel(&z, gzip.BestCompression) // the level is valid
	_, _ = w.Write(body)                                  // a buffer does not fail
	_ = w.Close()
	return &file{body: body, gzip: z.Bytes(), kind: "text/html; charset=utf-8", cache: always, tag: tagOf(body)}
}
