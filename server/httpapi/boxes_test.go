package httpapi

import (
	"net/http"
	"slices"
	"testing"

	"jadebox/protocol"
	"jadebox/store"
)

func TestBoxListFiltersAndSorts(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for _, tt := range []struct {
			query string
			want  []store.BoxID
		}{
			{"", []store.BoxID{3, 1}}, // the disabled box is not on sale
			{"?type=all&sort=popular", []store.BoxID{3, 1}},
			{"?type=csgo", []store.BoxID{1}},
			{"?type=hash", []store.BoxID{3}},
			{"?sort=price_asc", []store.BoxID{1, 3}},
			{"?sort=price_desc", []store.BoxID{3, 1}},
			{"?sort=new", []store.BoxID{1, 3}},
			{"?minCents=501", []store.BoxID{3}},
			{"?maxCents=500", []store.BoxID{1}},
			{"?minCents=0&maxCents=0", nil},
			{"?q=LIGHT", []store.BoxID{1}},
			{"?q=" + "%E7%AC%AC", []store.BoxID{3, 1}}, // 第
			{"?q=nothing", nil},
		} {
			a := w.visitor().get("/api/box/list" + tt.query)
			a.want(w, protocol.OK)
			var got []store.BoxID
			for _, b := range into[boxList](w, a).Boxes {
				got = append(got, b.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", tt.query, got, tt.want)
			}
		}
		for _, bad := range []string{"?type=knife", "?sort=random", "?minCents=1.5", "?minCents=x",
			"?maxCents=99999999999999999999", "?minCents=007"} {
			w.visitor().get("/api/box/list"+bad).want(w, protocol.CodeBadRequest)
		}
	})
}

func TestBoxShowsItsTrueReturn(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		v := into[boxView](w, w.visitor().get("/api/box/1"))
		var tickets uint32
		var sum int64
		for _, e := range v.Entries {
			tickets += e.Tickets
			sum += int64(e.Tickets) * e.ValueCents
			if e.Hi-e.Lo+1 != e.Tickets {
				t.Errorf("%+v", e)
			}
		}
		if tickets != 1<<24 || v.OddsHash == "" || v.OddsVersion != 1 || len(v.Entries) != 3 {
			t.Errorf("%d tickets, %+v", tickets, v)
		}
		// 10 % of 40.00, 10 % of 3.00 and 80 % of 1.00 are 5.10 for a price of 5.00.
		if v.ExpectedCents != sum>>24 || v.ExpectedCents < 508 || v.ExpectedCents > 510 || v.ReturnPPM < 1_019_990 ||
			v.ReturnPPM > 1_020_010 {
			t.Errorf("expected %d, return %d ppm", v.ExpectedCents, v.ReturnPPM)
		}
		w.visitor().get("/api/box/77").want(w, protocol.CodeBoxUnknown)
		w.visitor().get("/api/box/abc").want(w, protocol.CodeBadRequest)
		w.visitor().get("/api/box/99999999999").want(w, protocol.CodeBadRequest)
	})
}

func TestCatalogueIsSentOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		a := w.visitor().get("/api/catalog/items")
		a.want(w, protocol.OK)
		l := into[itemList](w, a)
		if len(l.Items) != 3 || l.Items[0].Name.Zh != "翡翠" || l.Version == "" {
			t.Errorf("%+v", l)
		}
		again := w.visitor().do(http.MethodGet, "/api/catalog/items", nil,
			http.Header{"If-None-Match": {a.header.Get("ETag")}})
		if again.status != http.StatusNotModified || len(again.raw) != 0 {
			t.Errorf("status %d with %d bytes", again.status, len(again.raw))
		}
		if old := w.visitor().do(http.MethodGet, "/api/catalog/items", nil,
			http.Header{"If-None-Match": {`W/"old"`}}); old.status != http.StatusOK {
			t.Errorf("an old version: status %d", old.status)
		}
	})
}
