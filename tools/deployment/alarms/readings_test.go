package alarms

import (
	"slices"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/util/annotations"
)

// readings are what a site showed, a reading a minute, as promtool's rule tests write them. The engine needs no more of
// a database than this; Prometheus's own would bring the clouds that it can read from, some hundred packages.
type readings []reading

type reading struct {
	labels labels.Labels
	chunk  *chunkenc.XORChunk
}

func (r reading) Labels() labels.Labels { return r.labels }

func (r reading) Iterator(again chunkenc.Iterator) chunkenc.Iterator { return r.chunk.Iterator(again) }

// read takes a line for each series.
func (r *readings) read(t *testing.T, line string) {
	t.Helper()
	of, values, err := parser.NewParser(parser.Options{}).ParseSeriesDesc(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	chunk := chunkenc.NewXORChunk()
	to, err := chunk.Appender()
	if err != nil {
		t.Fatal(err)
	}
	for minute, value := range values {
		if !value.Omitted {
			to.Append(0, (time.Duration(minute) * time.Minute).Milliseconds(), value.Value)
		}
	}
	*r = append(*r, reading{of, chunk})
}

func (r readings) queryable() storage.Queryable {
	return &storage.MockQueryable{MockQuerier: &storage.MockQuerier{SelectMockFunction: func(_ bool,
		_ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		set := &series{at: -1}
		for _, each := range r {
			strange := func(m *labels.Matcher) bool { return !m.Matches(each.labels.Get(m.Name)) }
			if !slices.ContainsFunc(matchers, strange) {
				set.list = append(set.list, each)
			}
		}
		return set
	}}}
}

// series goes through readings.
type series struct {
	list []reading
	at   int
}

func (s *series) Next() bool                      { s.at++; return s.at < len(s.list) }
func (s *series) At() storage.Series              { return s.list[s.at] }
func (*series) Err() error                        { return nil }
func (*series) Warnings() annotations.Annotations { return nil }
