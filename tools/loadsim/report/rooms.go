package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"jadebox/tools/loadsim/measure"
)

// Rooms compares the events of all rooms of a kind at once with those of one room alone, in the same run.
type Rooms struct {
	Kind   string          `json:"kind"` // AllRooms for the sum
	Mean   float64         `json:"mean"` // rooms at once
	Peak   int64           `json:"peak"`
	Played int64           `json:"played"` // to their end
	Events measure.Latency `json:"events"` // how long they were on their way
	Alone  measure.Latency `json:"alone"`
	Ratio  float64         `json:"ratio"` // of the two p99; 0 where one is missing
}

// AllRooms is the kind of the row that takes all kinds together.
const AllRooms = "all rooms"

// Compare makes a row a kind, and one of all. Nothing alone makes no rows.
func Compare(counted map[string]Rooms, summary measure.Summary, alone *measure.Summary) []Rooms {
	if alone == nil {
		return nil
	}
	all := Rooms{Kind: AllRooms}
	var rows []Rooms
	var many, single []measure.Latency
	for _, kind := range slices.Sorted(maps.Keys(counted)) {
		row := counted[kind]
		row.Kind = kind
		if i := slices.IndexFunc(summary.Topics, func(t measure.Topic) bool { return t.Kind == kind }); i >= 0 {
			row.Events = summary.Topics[i].Delay
		}
		if i := slices.IndexFunc(alone.Topics, func(t measure.Topic) bool { return t.Kind == kind }); i >= 0 {
			row.Alone = alone.Topics[i].Delay
		}
		many, single = append(many, row.Events), append(single, row.Alone)
		all.Mean, all.Peak, all.Played = all.Mean+row.Mean, all.Peak+row.Peak, all.Played+row.Played
		rows = append(rows, row.rated())
	}
	all.Events, all.Alone = measure.Together(many...), measure.Together(single...)
	return append(rows, all.rated())
}

func (r Rooms) rated() Rooms {
	if r.Alone.P99US > 0 && r.Events.P99US > 0 {
		r.Ratio = float64(r.Events.P99US) / float64(r.Alone.P99US)
	}
	return r
}

func (r *Result) rooms(w io.Writer) {
	if len(r.Rooms) == 0 {
		return
	}
	fmt.Fprintln(w, "\nevents of rooms on their way, all at once and one room alone:")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table,
		"kind\trooms at once\tpeak\tplayed\tevents\tp50 ms\tp99 ms\tevents alone\tp50 ms\tp99 ms\tp99 ratio\t")
	for _, row := range r.Rooms {
		fmt.Fprintf(table, "%s\t%.0f\t%d\t%d\t%d\t%s\t%s\t%d\t%s\t%s\t%.2f\t\n", row.Kind, row.Mean, row.Peak,
			row.Played, row.Events.Count, ms(row.Events.P50US), ms(row.Events.P99US),
			row.Alone.Count, ms(row.Alone.P50US), ms(row.Alone.P99US), row.Ratio)
	}
	table.Flush()
}
