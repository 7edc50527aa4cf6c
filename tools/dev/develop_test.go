package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A change of the server's source is seen, whatever an editor does to write it; what the server is not made of is not.
func TestAChangeOfTheServersSourceIsSeen(t *testing.T) {
	h := &checkout{root: t.TempDir(), out: io.Discard, err: io.Discard}
	write := func(name, text string) {
		t.Helper()
		path := h.path(name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	write("server/app/app.go", "package app\n")
	was, err := h.source()
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"client/src/main.tsx", "server/app/app_test.go", "server/web/dist/index.html",
		"tools/openapi/node_modules/x/index.js", "server/.hidden"} {
		write(other, "another\n")
		if is, err := h.source(); err != nil || is != was {
			t.Errorf("%s is taken for source: %v", other, err)
		}
	}
	changed := make(chan error, 1)
	go func() { changed <- h.untilChanged(t.Context(), was, nil) }()
	select {
	case err := <-changed:
		t.Fatalf("changed before it did: %v", err)
	case <-time.After(3 * lookEvery):
	}
	write("server/app/app.go", "package app\n\nvar _ = 1\n")
	if err := <-changed; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	is, err := h.source()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.untilChanged(ctx, is, nil); err != nil {
		t.Errorf("an end by hand: %v", err)
	}
}
