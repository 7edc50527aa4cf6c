package publiclog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/protocol"
	"jadebox/store"
)

// FilesPath is where the files of the log are served, and TilesPath where its tiles are: their names have slashes.
const (
	FilesPath = "/log/"
	TilesPath = FilesPath + "tile/"
)

const (
	tileHeight = 8               // of C2SP tlog-tiles: 256 hashes or leaves a file
	levelMax   = 63 / tileHeight // no tree has a level above
	entryMax   = 1<<16 - 1       // bytes of a leaf in a bundle
	filesMax   = 4               // made at once: each reads up to 256 leaves

	turnWithin = 2 * time.Second  // of waiting to be one of filesMax; then CodeBusy
	comeBack   = 10 * time.Second // what CodeBusy says of when

	// cached is for what never changes while the log goes on. Not a year: after a restore other leaves may stand at the
	// places of those that were lost (docs/fairness.md, "After a restore").
	cached = "public, max-age=3600, immutable"
)

// errFile means that the log has no such file, yet.
var errFile = errors.New("public log: no such file")

// Refuse answers a request with a number of the catalogue; after, when it is not 0, is when it is worth trying again.
type Refuse func(w http.ResponseWriter, r *http.Request, code protocol.Code, after time.Duration)

// Files serves the log as static files in the form of C2SP tlog-tiles, so that any reader can rebuild it: FilesPath and
// then "checkpoint", "tile/<L>/<N>[.p/<W>]" and "tile/entries/<N>[.p/<W>]"; beside them "leaf/<index>", the bytes of
// one leaf. A leaf of more than 65,535 bytes, which a bundle cannot hold, has an entry of length 0 there: no leaf is
// empty, and its bytes are those of its own file. What is not sent is answered by refuse: CodeNotFound for what the log
// does not have, yet, CodeUnsupported for another method than GET and HEAD, and CodeBusy, with when to come back, while
// too many read or the store is away.
func (l *Log) Files(refuse Refuse) http.HandlerFunc {
	turns := make(chan struct{}, filesMax)
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			refuse(w, r, protocol.CodeUnsupported, 0)
			return
		}
		late := time.NewTimer(turnWithin)
		defer late.Stop()
		select {
		case turns <- struct{}{}:
		case <-late.C:
			refuse(w, r, protocol.CodeBusy, comeBack)
			return
		case <-r.Context().Done():
			return
		}
		name := strings.TrimPrefix(r.URL.Path, FilesPath)
		body, err := func() ([]byte, error) {
			defer func() { <-turns }() // before the body is sent: a slow reader delays no other
			return l.file(r.Context(), name)
		}()
		switch {
		case errors.Is(err, errFile):
			refuse(w, r, protocol.CodeNotFound, 0)
			return
		case err != nil:
			l.logger.Error().Err(err).Str("file", name).Msg("file of the public log not served")
			refuse(w, r, protocol.CodeBusy, comeBack)
			return
		}
		h.Set("Content-Type", "application/octet-stream")
		h.Set("Cache-Control", cached)
		if name == "checkpoint" {
			h.Set("Content-Type", "text/plain; charset=utf-8")
			h.Set("Cache-Control", "public, max-age=1")
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // the reader is gone
	}
}

// file makes one file; errFile when there is none of that name.
func (l *Log) file(ctx context.Context, name string) ([]byte, error) {
	if name == "checkpoint" {
		head := l.Head()
		if head.Size == 0 {
			return nil, errFile
		}
		return []byte(head.Checkpoint), nil
	}
	if text, ok := strings.CutPrefix(name, "leaf/"); ok {
		index, err := strconv.ParseInt(text, 10, 64)
		if err != nil || index < 0 || index > 1<<53 || strconv.FormatInt(index, 10) != text {
			return nil, errFile
		}
		leaves, err := l.leaves(ctx, index, 1)
		if err != nil {
			return nil, err
		}
		return leaves[0].Data, nil
	}
	tile, err := parseTile(name)
	if err != nil {
		return nil, err
	}
	first := tile.N << tileHeight
	if tile.L < 0 {
		leaves, err := l.leaves(ctx, first, tile.W)
		if err != nil {
			return nil, err
		}
		return bundle(leaves), nil
	}
	// The last hash of a tile stands for leaves up to this one.
	size, err := l.reaches(ctx, first+int64(tile.W), tile.L*tileHeight)
	if err != nil {
		return nil, err
	}
	return tlog.ReadTileData(tile, l.hashes(ctx, size, nil))
}

// parseTile reads the name of a tile, or, with L -1, of a bundle of entries. Those of C2SP lack the height that package
// tlog writes, and call bundles otherwise.
func parseTile(name string) (tlog.Tile, error) {
	rest, ok := strings.CutPrefix(name, "tile/")
	if !ok || strings.HasPrefix(rest, "data/") {
		return tlog.Tile{}, errFile
	}
	if entries, ok := strings.CutPrefix(rest, "entries/"); ok {
		rest = "data/" + entries
	}
	tile, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s", tileHeight, rest))
	if err != nil || tile.L > levelMax || tile.N >= 1<<(63-tileHeight)-1 {
		return tlog.Tile{}, errFile
	}
	return tile, nil
}

// reaches is the size of the log when it has so many whole subtrees of that height, and errFile when it has not.
func (l *Log) reaches(ctx context.Context, subtrees int64, height int) (int64, error) {
	if l.Head().Size>>height < subtrees { // appended by another process since the look, perhaps
		if err := l.lookAgain(ctx); err != nil {
			return 0, err
		}
	}
	if size := l.Head().Size; size>>height >= subtrees {
		return size, nil
	}
	return 0, errFile
}

func (l *Log) leaves(ctx context.Context, from int64, n int) ([]store.LogLeaf, error) {
	if _, err := l.reaches(ctx, from+int64(n), 0); err != nil {
		return nil, err
	}
	leaves, err := l.store.LogLeaves(ctx, from, n)
	if err == nil && len(leaves) != n {
		err = fmt.Errorf("%d leaves from %d: %d read", n, from, len(leaves))
	}
	return leaves, err
}

// bundle frames leaves: big-endian uint16 lengths, each before its bytes.
func bundle(leaves []store.LogLeaf) []byte {
	var out []byte
	for _, leaf := range leaves {
		data := leaf.Data
		if len(data) > entryMax {
			data = nil
		}
		out = append(binary.BigEndian.AppendUint16(out, uint16(len(data))), data...)
	}
	return out
}
