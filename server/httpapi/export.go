package httpapi

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"

	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
)

const (
	exportPage   = 2000
	exportsMax   = 2 // at once: an export reads the whole log
	exportWithin = 10 * time.Minute
)

// export registers GET /api/fair/export: every result of the public log, one fairlog.Result a line (application/x-ndjson).
// from continues where X-Log-Size of an earlier export ended.
func (a *API) export() {
	slots := make(chan struct{}, exportsMax)
	a.paths.HandleFunc("/api/fair/export", func(http.ResponseWriter, *http.Request) {})
	a.mux.HandleFunc("GET /api/fair/export", func(w http.ResponseWriter, r *http.Request) {
		from, ok := number(r, "from", 0)
		if !ok {
			a.refuse(w, r, protocol.CodeBadRequest, 0)
			return
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		default:
			a.refuse(w, r, protocol.CodeBusy, 10*time.Second)
			return
		}
		a.writeExport(w, r, from)
	})
	a.document.plain("fair.export", "/api/fair/export", "application/x-ndjson",
		"Every result of the public log, one JSON object a line; from = index of a leaf to begin with.")
}

func (a *API) writeExport(w http.ResponseWriter, r *http.Request, from int64) {
	ctx, cancel := context.WithTimeout(r.Context(), exportWithin)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportWithin))
	size := a.Log.Head().Size
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Log-Size", strconv.FormatInt(size, 10))
	for ; from < size; from += exportPage {
		leaves, err := a.Store.LogLeaves(ctx, from, int(min(exportPage, size-from)))
		if err != nil { // the status is out: only a broken connection tells the reader that lines are missing
			noteOf(r).cause = err
			panic(http.ErrAbortHandler)
		}
		for _, leaf := range leaves {
			if fairlog.Title(leaf.Data) != fairlog.TitleResult {
				continue
			}
			result, err := fairlog.ParseResult(string(leaf.Data))
			if err != nil || json.MarshalWrite(w, result) != nil {
				noteOf(r).cause = err
				panic(http.ErrAbortHandler)
			}
			if _, err := w.Write([]byte{'\n'}); err != nil {
				return
			}
		}
	}
}
