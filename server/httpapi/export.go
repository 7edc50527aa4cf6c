package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/room"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

const (
	exportPage   = 2000
	exportsMax   = 2 // at once: an export reads the whole log
	exportWithin = 10 * time.Minute
)

// export registers GET /api/fair/export: every result, upgrade and void of the public log with what they refer to, one
// fairlog.Line a line (application/x-ndjson). from continues where X-Log-Size of an earlier export ended.
func (a *API) export() {
	slots := make(chan struct{}, exportsMax)
	about, query := plain("application/x-ndjson"), a.document.bindingOf(typeOf[leavesQuery]())
	about.Parameters = a.document.parameters(query)
	a.raw(call.Route{Name: "fair.export", Method: http.MethodGet, Path: "/api/fair/export", Access: call.Anyone,
		Summary: "Every result, upgrade and void of the public log behind their odds and rosters, one JSON object a line.",
		Errors:  []protocol.Code{protocol.CodeBusy}}, about, func(w http.ResponseWriter, r *http.Request) {
		var in leavesQuery
		if err := query.read(w, r, &in); err != nil {
			a.fail(w, r, &call.Caller{}, err)
			return
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		default:
			a.refuse(w, r, protocol.CodeBusy, 10*time.Second)
			return
		}
		a.writeExport(w, r, in.From)
	})
}

type leavesQuery struct {
	From int64 `json:"-" query:"from" minimum:"0" doc:"index of the leaf to begin with"`
}

func (a *API) writeExport(w http.ResponseWriter, r *http.Request, from int64) {
	ctx, cancel := context.WithTimeout(r.Context(), exportWithin)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportWithin))
	size := a.Log.Head().Size
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Log-Size", strconv.FormatInt(size, 10))
	e := &exporter{store: a.Store, kinds: a.Kinds, out: bufio.NewWriter(w), tables: map[string]bool{},
		rosters: newRecent(rostersKept)}
	for ; from < size; from += exportPage {
		leaves, err := a.Store.LogLeaves(ctx, from, int(min(exportPage, size-from)))
		for i := range leaves {
			if err == nil {
				err = e.leaf(ctx, leaves[i])
			}
		}
		if err != nil { // the status is out: only a broken connection shows the reader that lines are missing
			noteOf(r).cause = err
			panic(http.ErrAbortHandler)
		}
	}
	_ = e.out.Flush() // the reader is gone
}

// exporter writes lines so that tables and rosters stand before the results that refer to them, wherever the log has
// them.
type exporter struct {
	store call.Store
	kinds room.Specs
	out   *bufio.Writer
	// keys of what was written: of tables all, which are few; of rosters the last ones, since every battle has one and
	// the log has all battles. A battle's results follow its lock by minutes: an older roster is written once more.
	tables  map[string]bool
	rosters *recent
}

// rostersKept is more than the rooms that are open at a time.
const rostersKept = 8192

// recent holds the last keys that were put in, as many as order has room for.
type recent struct {
	keys  map[string]bool
	order []string
	next  int
}

func newRecent(most int) *recent {
	return &recent{keys: map[string]bool{}, order: make([]string, most)}
}

func (r *recent) has(key string) bool { return r.keys[key] }

func (r *recent) put(key string) {
	delete(r.keys, r.order[r.next])
	r.order[r.next], r.keys[key] = key, true
	r.next = (r.next + 1) % len(r.order)
}

// roster reports whether what a lock of a scope published ("<kind>:<room>") stands in the export. The contexts of
// other rooms belong to draws that it does not hold.
func (e *exporter) roster(scope string) bool {
	kind, _, _ := strings.Cut(scope, ":")
	spec, _ := e.kinds.Of(kind)
	return spec.Roster
}

func (e *exporter) leaf(ctx context.Context, leaf store.LogLeaf) error {
	scope, lock := fairlog.KeyLock.Cut(leaf.Key)
	if _, odds := fairlog.KeyOdds.Cut(leaf.Key); odds || lock && e.roster(scope) {
		return e.premise(leaf)
	}
	switch fairlog.Title(leaf.Data) {
	case fairlog.TitleResult:
		r, err := fairlog.ParseResult(string(leaf.Data))
		if err != nil {
			return err
		}
		if err := e.before(ctx, fairlog.KeyOdds.Of(r.OddsHash)); err != nil {
			return err
		}
		if e.roster(r.Scope) {
			if err := e.before(ctx, fairlog.KeyLock.Of(r.Scope)); err != nil {
				return err
			}
		}
		return e.line(fairlog.Line{Result: &r})
	case fairlog.TitleUpgrade:
		u, err := fairlog.ParseUpgrade(string(leaf.Data))
		if err != nil {
			return err
		}
		return e.line(fairlog.Line{Upgrade: &u})
	case fairlog.TitleVoid:
		v, err := fairlog.Parse(leaf.Data)
		if err != nil {
			return err
		}
		return e.line(fairlog.Line{Void: v.(*fairlog.Void)})
	}
	return nil
}

// before writes the table or roster of a key unless it was written already.
func (e *exporter) before(ctx context.Context, key string) error {
	if e.has(key) {
		return nil
	}
	_, leaf, err := e.store.LogLeafByKey(ctx, key)
	if err != nil {
		return err
	}
	return e.premise(leaf)
}

func (e *exporter) has(key string) bool { return e.tables[key] || e.rosters.has(key) }

func (e *exporter) premise(leaf store.LogLeaf) error {
	if e.has(leaf.Key) {
		return nil
	}
	if _, odds := fairlog.KeyOdds.Cut(leaf.Key); odds {
		e.tables[leaf.Key] = true
		return e.line(fairlog.Line{Odds: string(leaf.Data)})
	}
	e.rosters.put(leaf.Key)
	return e.line(fairlog.Line{Roster: string(leaf.Data)})
}

func (e *exporter) line(l fairlog.Line) error {
	b, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = e.out.Write(append(b, '\n'))
	return err
}
