package publiclog

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

func get(t *testing.T, l *Log, name string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	l.Files(refuse)(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, FilesPath+name, nil))
	return w
}

// refuse answers with a status and, as a body, the number and when to come back.
func refuse(w http.ResponseWriter, _ *http.Request, code protocol.Code, after time.Duration) {
	w.WriteHeader(code.Status())
	_, _ = fmt.Fprint(w, int(code), " ", after)
}

func fetched(t *testing.T, l *Log, name string) []byte {
	t.Helper()
	w := get(t, l, name)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: status %d", name, w.Code)
	}
	return w.Body.Bytes()
}

// stranger reads a log from its files alone.
type stranger struct {
	t     *testing.T
	log   *Log
	saved int
}

func (s *stranger) Height() int { return tileHeight }

func (s *stranger) ReadTiles(tiles []tlog.Tile) (out [][]byte, err error) {
	for _, tile := range tiles {
		name := fmt.Sprintf("tile/%d/%03d", tile.L, tile.N)
		if tile.W < 1<<tileHeight {
			name += fmt.Sprintf(".p/%d", tile.W)
		}
		out = append(out, fetched(s.t, s.log, name))
	}
	return out, nil
}

func (s *stranger) SaveTiles(tiles []tlog.Tile, _ [][]byte) { s.saved += len(tiles) }

// entries reads all leaves of a log of size.
func (s *stranger) entries(size int64) (leaves [][]byte) {
	for first := int64(0); first < size; first += 256 {
		name := fmt.Sprintf("tile/entries/%03d", first/256)
		if left := size - first; left < 256 {
			name += fmt.Sprintf(".p/%d", left)
		}
		body := fetched(s.t, s.log, name)
		for at := 0; at < len(body); {
			n := int(binary.BigEndian.Uint16(body[at:]))
			leaf := body[at+2 : at+2+n]
			if n == 0 {
				leaf = fetched(s.t, s.log, fmt.Sprintf("leaf/%d", len(leaves)))
			}
			leaves = append(leaves, leaf)
			at += 2 + n
		}
	}
	return leaves
}

func TestAStrangerRebuildsTheLogFromItsFiles(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	publish(t, engine, "a", 300)
	large := bytes.Repeat([]byte("large"), 20_000)
	fits := bytes.Repeat([]byte("x"), entryMax)
	op := &store.Op{Key: "b", Kind: "test", At: time.Unix(1000, 0),
		Leaves: []store.LogLeaf{{Key: "b:0", Data: large}, {Key: "b:1", Data: fits}}}
	if _, err := engine.Commit(t.Context(), op); err != nil {
		t.Fatal(err)
	}
	publish(t, engine, "c", 500)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	head, err := fairlog.OpenCheckpoint(string(fetched(t, l, "checkpoint")), l.PublicKey())
	if err != nil || head.Size != 802 {
		t.Fatalf("%+v, %v", head, err)
	}
	s := &stranger{t: t, log: l}
	leaves := s.entries(head.Size)
	var tree fairlog.Memory
	if _, err := tree.Append(leaves...); err != nil {
		t.Fatal(err)
	}
	if root, err := fairlog.Root(head.Size, &tree); err != nil || root != head.Root || tree.Size() != head.Size {
		t.Fatalf("%d leaves with root %s, signed are %d with %s, %v", tree.Size(), root, head.Size, head.Root, err)
	}
	if !bytes.Equal(leaves[300], large) || !bytes.Equal(leaves[301], fits) {
		t.Error("a large leaf came back as another")
	}
	var root tlog.Hash
	if _, err := hex.Decode(root[:], []byte(head.Root)); err != nil {
		t.Fatal(err)
	}
	// TileHashReader checks every tile against the signed root.
	tiles := tlog.TileHashReader(tlog.Tree{N: head.Size, Hash: root}, s)
	for i, leaf := range leaves {
		hash, err := tiles.ReadHashes([]int64{tlog.StoredHashIndex(0, int64(i))})
		if err != nil || hash[0] != tlog.RecordHash(leaf) {
			t.Fatalf("leaf %d: %v", i, err)
		}
	}
	if s.saved == 0 {
		t.Error("no tile was checked")
	}
}

func TestFilesSayHowLongTheyMayBeKept(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	if w := get(t, l, "checkpoint"); w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("checkpoint of an empty log: %d, %v", w.Code, w.Header())
	}
	publish(t, engine, "a", 257)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"checkpoint": "public, max-age=1", "tile/0/000": cached, "tile/entries/001.p/1": cached, "leaf/256": cached,
	} {
		w := get(t, l, name)
		h := w.Header()
		if w.Code != http.StatusOK || h.Get("Cache-Control") != want || h.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d, %v", name, w.Code, h)
		}
	}
	w := httptest.NewRecorder()
	l.Files(refuse)(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, FilesPath+"checkpoint", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" ||
		w.Body.String() != fmt.Sprint(int(protocol.CodeUnsupported), " 0s") {
		t.Errorf("a POST: %d %s, %v", w.Code, w.Body, w.Header())
	}
}

func TestOnlyFilesThatTheLogHasAreServed(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	publish(t, engine, "a", 257)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{
		"tile/0/000": 256 * 32, "tile/0/000.p/7": 7 * 32, "tile/0/001.p/1": 32, "tile/1/000.p/1": 32,
	} {
		if got := len(fetched(t, l, name)); got != size {
			t.Errorf("%s has %d bytes, %d expected", name, got, size)
		}
	}
	for _, name := range []string{
		"", "x", "tile/0/001", "tile/0/001.p/2", "tile/1/000", "tile/1/000.p/2", "tile/2/000.p/1", "tile/0/0",
		"tile/0/000.p/0", "tile/0/000.p/256", "tile/0/x000/000", "tile/00/000", "tile/8/0/000", "tile/data/000",
		"tile/-1/000", "tile/entries/001", "tile/entries/001.p/2", "tile/entries/-01", "tile/0/002.p/1",
		"tile/0/x999/x999/x999/x999/x999/999", "tile/7/000.p/1", "tile/8/000.p/1", "tile/63/000.p/1", "leaf/257",
		"leaf/-1", "leaf/01", "leaf/x", "leaf/9223372036854775807", "checkpoint/",
	} {
		if w := get(t, l, name); w.Code != http.StatusNotFound {
			t.Errorf("%q: status %d, %d bytes", name, w.Code, w.Body.Len())
		}
	}
}

func TestWhatAnotherProcessAppendedIsServed(t *testing.T) {
	engine := memory.New(memory.Options{})
	one := open(t, engine)
	two := open(t, engine)
	publish(t, engine, "a", 5)
	if err := two.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := len(fetched(t, one, "tile/0/000.p/5")); got != 5*32 {
		t.Errorf("%d bytes", got)
	}
}

// failing is a store whose hashes cannot be read.
type failing struct{ Store }

func (failing) LogHashes(context.Context, []int64) ([][32]byte, error) {
	return nil, errors.New("gone")
}

func TestAStoreThatFailsIsNotTakenForAFileThatIsNotThere(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	publish(t, engine, "a", 5)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.store = failing{l.store}
	if w := get(t, l, "tile/0/000.p/5"); w.Code != http.StatusServiceUnavailable ||
		w.Header().Get("Cache-Control") != "no-store" || w.Body.String() != fmt.Sprint(int(protocol.CodeBusy), " 10s") {
		t.Errorf("%d %s, %v", w.Code, w.Body, w.Header())
	}
}

// slow is a reader who takes nothing until let.
type slow struct {
	*httptest.ResponseRecorder
	writing, let chan struct{}
}

func (s slow) Write(b []byte) (int, error) {
	s.writing <- struct{}{}
	<-s.let
	return s.ResponseRecorder.Write(b)
}

func TestSlowReadersKeepNobodyFromTheFiles(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	publish(t, engine, "a", 5)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	serve := l.Files(refuse)
	ask := func(w http.ResponseWriter) {
		serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, FilesPath+"leaf/1", nil))
	}
	writing, let := make(chan struct{}), make(chan struct{})
	defer close(let)
	for range filesMax {
		go ask(slow{httptest.NewRecorder(), writing, let})
		<-writing
	}
	w := httptest.NewRecorder()
	if ask(w); w.Code != http.StatusOK {
		t.Errorf("behind %d slow readers: status %d", filesMax, w.Code)
	}
}

// stuck is a store whose leaves are not read until let.
type stuck struct {
	Store
	reading, let chan struct{}
}

func (s stuck) LogLeaves(ctx context.Context, from int64, n int) ([]store.LogLeaf, error) {
	s.reading <- struct{}{}
	<-s.let
	return s.Store.LogLeaves(ctx, from, n)
}

func TestWhoWaitsTooLongForATurnIsToldToComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := memory.New(memory.Options{})
		l := open(t, engine)
		publish(t, engine, "a", 5)
		if err := l.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := stuck{l.store, make(chan struct{}), make(chan struct{})}
		l.store = s
		defer close(s.let)
		serve := l.Files(refuse)
		ctx, cancel := context.WithTimeout(t.Context(), 5*turnWithin)
		defer cancel()
		ask := func(w http.ResponseWriter) {
			serve(w, httptest.NewRequestWithContext(ctx, http.MethodGet, FilesPath+"leaf/1", nil))
		}
		for range filesMax {
			go ask(httptest.NewRecorder())
			<-s.reading
		}
		w := httptest.NewRecorder()
		if ask(w); w.Body.String() != fmt.Sprint(int(protocol.CodeBusy), " 10s") ||
			w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("behind %d readers under way: %d %s, %v", filesMax, w.Code, w.Body, w.Header())
		}
	})
}
