package httpapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/server/httpapi/call"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/store/storetest"
)

func TestTheTrendChartOffersEveryKindOfRoomThatHasOne(t *testing.T) {
	specs := append(slices.Clone(kinds.All), room.Spec{Kind: "dice", Chart: &room.Chart{Type: 9}})
	a := New(Ports{Site: call.Site{Kinds: specs}})
	var spec struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Description string
				Schema      struct{ Enum []any }
			}
		}
	}
	text, _ := a.document.texts()
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	p := spec.Paths["/api/activity/trend/chart"]["get"].Parameters
	if len(p) != 1 || !strings.HasSuffix(p[0].Description, "; 9: rooms of dice") {
		t.Fatalf("the query offers %+v", p)
	}
	for _, k := range specs {
		if k.Chart != nil && !slices.Contains(p[0].Schema.Enum, any(float64(k.Chart.Type))) {
			t.Errorf("the query offers %v, without %s", p[0].Schema.Enum, k.Kind)
		}
	}
}

// A draw shows once, though newer ones that show nothing come in between the parts of what is read.
func TestADrawIsOneRowOfTheChartThoughNewerOnesComeMeanwhile(t *testing.T) {
	engine := memory.New(memory.Options{})
	defer engine.Close()
	n, at := 0, time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	draw := func() {
		n++
		if _, err := engine.Commit(t.Context(), &store.Op{Player: 1, Key: fmt.Sprint(n), Kind: "test.draw",
			At: at.Add(time.Duration(n) * time.Second)}); err != nil {
			t.Fatal(err)
		}
	}
	for range 120 {
		draw()
	}
	a := &API{Ports: Ports{Site: call.Site{Store: storetest.Moving{Engine: engine, Meanwhile: draw}}}}
	list, err := a.trendOf(t.Context(), 1, "test.draw", func(op *store.OpRecord) ([]Trend, error) {
		if i, _ := strconv.Atoi(op.Key); i%10 != 1 { // the last of the first part is one that shows
			return nil, nil
		}
		return []Trend{{UserKey: op.Key}}, nil
	})
	var rows []string
	for _, row := range list {
		rows = append(rows, row.UserKey)
	}
	if want := []string{"111", "101", "91", "81", "71", "61", "51", "41", "31", "21", "11", "1"}; err != nil ||
		!slices.Equal(rows, want) {
		t.Errorf("%v, want %v, %v", rows, want, err)
	}
}
