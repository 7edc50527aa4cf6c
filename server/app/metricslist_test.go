package app

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"jadebox/actors/player"
	"jadebox/server/config"
	"jadebox/store"
	"jadebox/store/storetest/pgtest"
)

var update = flag.Bool("update", false, "write the list of metrics in docs/operating")

const listOfMetrics = "../../docs/operating/metrics.md"

// rows are the lines of the list: name, type, labels and meaning of every metric of the server's own. What several of a
// kind tell is read from this server: the process's registry keeps that of the first one of all tests.
func rows(t *testing.T, s *App) (string, map[string]bool) {
	t.Helper()
	own := prometheus.NewPedanticRegistry()
	own.MustRegister(ages{s}, figures{s.db.Engine, s.readings})
	families := map[string]*dto.MetricFamily{}
	for _, from := range []prometheus.Gatherer{prometheus.DefaultGatherer, own} {
		found, err := from.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			families[f.GetName()] = f
		}
	}
	var list strings.Builder
	names := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(families)) {
		f := families[name]
		if !strings.HasPrefix(name, "jadebox_") {
			continue
		}
		names[f.GetName()] = true
		var labels []string
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels = append(labels, l.GetName())
		}
		fmt.Fprintf(&list, "| `%s` | %s | %s | %s |\n", f.GetName(), strings.ToLower(f.GetType().String()),
			cmp.Or(strings.Join(labels, ", "), "–"), f.GetHelp())
	}
	return list.String(), names
}

// named are the metrics that the source of the server names: those that nothing has moved yet are not exported.
func named(t *testing.T) map[string]bool {
	t.Helper()
	forms := regexp.MustCompile(
		`Name:\s+"jadebox_(\w+)"|NewDesc\("jadebox_(\w+)"|\b(?:gauge|counter|describe)\("(\w+)"`)
	names := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range forms.FindAllStringSubmatch(string(text), -1) {
			names["jadebox_"+m[1]+m[2]+m[3]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestTheOperatorsListOfMetricsIsWhatTheServerTells(t *testing.T) {
	c := flagsFor(pgtest.MigratedDSN(t))
	c.RedisURL = config.Secret("redis://" + miniredis.RunT(t).Addr())
	s := startWith(t, c)
	// one of each that has nothing to tell before something happens
	answer, err := http.Post("http://"+s.Addr()+"/api/user/login", "application/json",
		strings.NewReader(`{"phone":"nobody","password":"wrong word 1"}`))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	drawn(player.Opened{Box: 1, Results: []player.Result{{}}}, false)
	count(&store.Op{Kind: "pay.credit", Postings: []store.Posting{{}}}, store.Receipt{}, nil, 0)
	id, err := s.db.NewRoomID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Commit(t.Context(), &store.Op{Key: "asked", Kind: "real.request", At: s.now(),
		Room: &store.RoomWrite{Room: id, Kind: "withdrawal", Epoch: 1, Status: store.RoomOpen, State: []byte("{}"),
			Deadline: s.now().Add(1e12)}}); err != nil {
		t.Fatal(err)
	}
	s.read(t.Context())

	list, told := rows(t, s)
	if missing := names(named(t), told); len(missing) > 0 {
		t.Errorf("named in the source, but never told: %q", missing)
	}
	if missing := names(told, named(t)); len(missing) > 0 {
		t.Errorf("told, but not found in the source: %q", missing)
	}
	text, err := os.ReadFile(listOfMetrics)
	if err != nil {
		t.Fatal(err)
	}
	head, _, found := strings.Cut(string(text), "\n| `")
	if !found {
		head = strings.TrimRight(string(text), "\n")
	}
	want := head + "\n" + list
	if *update {
		if err := os.WriteFile(listOfMetrics, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Errorf("%s is not what the server tells: go test ./server/app -run OperatorsList -update", listOfMetrics)
	}
}

// names are those of one set that another lacks.
func names(of, lacking map[string]bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(of)), func(name string) bool { return lacking[name] })
}
