// Package web serves the built client out of the binary: a page for every route, files that never change under their
// name for a year, and the compressed form that the build made once.
//
// Deliberately absent: routes (the client knows them; an unknown one goes to / there, product-spec §2), compression at
// run time, and security headers, which httpapi sets on everything; a page only adds its own styles to the policy.
package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"jadebox/actors/room"
)

const (
	immutable = "public, max-age=31536000, immutable" // named by hash of the content
	art       = "public, max-age=86400, stale-while-revalidate=604800"
	always    = "no-cache" // kept, but asked for at each visit
)

// file is one servable form of one name.
type file struct {
	body  []byte
	gzip  []byte
	br    []byte
	kind  string
	cache string
	tag   string
	vary  string
	// policy names the page's own styles for style-src.
	policy string
	// shared is art: a picture host passes on that pages may paint it on a canvas.
	shared bool
}

// Client is the handler of everything that is neither a call nor a socket.
type Client struct {
	files map[string]*file
	pages map[string]*file // by kind and language, as "home.en"
	page  *file            // of a build that drew none
	// origin is how players see the site, for addresses in previews; nil: pages have none.
	origin func(*http.Request) string
	rooms  map[string]room.Spec // kinds by the addresses of their rooms
}

// New reads the client that this binary holds.
func New() (*Client, error) {
	from, err := files()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return load(from)
}

func load(from fs.FS) (*Client, error) {
	c := &Client{files: map[string]*file{}, pages: map[string]*file{}}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, ".") ||
			compressed(name) {
			return err
		}
		f, err := read(from, name)
		c.files["/"+name] = f
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if c.page = c.files["/index.html"]; c.page == nil {
		return nil, fmt.Errorf("web: %w: index.html", fs.ErrNotExist)
	}
	delete(c.files, "/index.html")
	c.takePages()
	return c, nil
}

func compressed(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
}

func read(from fs.FS, name string) (*file, error) {
	body, err := fs.ReadFile(from, name)
	if err != nil {
		return nil, err
	}
	f := &file{body: body, kind: kindOf(name), cache: cacheOf(name), tag: tagOf(body), shared: strings.HasPrefix(name,
		"art/")}
	if b, err := fs.ReadFile(from, name+".gz"); err == nil {
		f.gzip = b
	}
	if b, err := fs.ReadFile(from, name+".br"); err == nil {
		f.br = b
	}
	if f.gzip != nil || f.br != nil {
		f.vary = "Accept-Encoding"
	}
	return f, nil
}

// kindOf does not leave to the machine's tables what an installed app needs.
func kindOf(name string) string {
	ext := path.Ext(name)
	if ext == ".webmanifest" {
		return "application/manifest+json"
	}
	return cmp.Or(mime.TypeByExtension(ext), "application/octet-stream")
}

func cacheOf(name string) string {
	switch {
	case strings.HasPrefix(name, "assets/"):
		return immutable
	case strings.HasPrefix(name, "art/"):
		return art
	}
	return always
}

func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// ServeHTTP implements http.Handler.
func (c *Client) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	if f := c.files[r.URL.Path]; f != nil {
		f.serve(w, r)
		return
	}
	// A missing file is missing; the page in its place would be taken for a script and fail in a way that is hard
	// to understand.
	if strings.HasPrefix(r.URL.Path, "/assets/") || strings.HasPrefix(r.URL.Path, "/art/") ||
		path.Ext(r.URL.Path) != "" && path.Ext(r.URL.Path) != ".html" {
		http.NotFound(w, r)
		return
	}
	c.previewed(c.pageFor(r), r).serve(w, r)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.cache)
	h.Set("ETag", f.tag)
	allow(h, f.policy)
	if f.shared {
		h.Set("Access-Control-Allow-Origin", "*")
	}
	if f.vary != "" {
		h.Set("Vary", f.vary)
	}
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.body
	switch accepted := r.Header.Get("Accept-Encoding"); {
	case f.br != nil && accepts(accepted, "br"):
		h.Set("Content-Encoding", "br")
		body = f.br
	case f.gzip != nil && accepts(accepted, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body = f.gzip
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(body)
}

// accepts reads Accept-Encoding (RFC 9110 §12.5.3) as far as it matters here: named, and not refused with q=0.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.ReplaceAll(params, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
