package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"

	"jadebox/tools/loadsim/measure"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"ms": ms, "code": code, "short": short,
	"share": func(n, of int64) string { return fmt.Sprintf("%.2f%%", 100*float64(n)/float64(max(of, 1))) },
}).Parse(pageText))

type view struct {
	*Result
	Plots    []plot
	Timed    []measure.Operation
	ErrorMax int64
}

// HTML writes the page.
func (r *Result) HTML(w io.Writer) error {
	v := view{Result: r, Plots: r.plots(), Timed: r.timed()}
	for _, e := range r.Errors {
		v.ErrorMax = max(v.ErrorMax, e.Count)
	}
	return page.Execute(w, v)
}

func (r *Result) plots() []plot {
	var seconds []float64
	for _, s := range r.Series {
		seconds = append(seconds, s.AtS)
	}
	over := func(name string, color int, value func(measure.Second) float64) line {
		l := line{Name: name, Color: palette[color%len(palette)], X: seconds}
		for _, s := range r.Series {
			l.Y = append(l.Y, value(s))
		}
		return l
	}
	throughput := plot{Title: "Throughput", Unit: "operations/s"}
	for i, o := range r.timed() {
		throughput.Lines = append(throughput.Lines,
			over(o.Op, i, func(s measure.Second) float64 { return float64(s.Ops[o.Op]) }))
	}
	latency := plot{Title: "Latency over time", Unit: "ms, all operations", LogY: true, Lines: []line{
		over("p50", 0, func(s measure.Second) float64 { return some(s.P50US) }),
		over("p99", 2, func(s measure.Second) float64 { return some(s.P99US) })}}
	deliveries := plot{Title: "Deliveries", Unit: "events/s to all sockets",
		Lines: []line{over("deliveries", 1, func(s measure.Second) float64 { return float64(s.Deliveries) })}}
	failures := plot{Title: "Errors", Unit: "errors/s, repeated attempts included",
		Lines: []line{over("errors", 5, func(s measure.Second) float64 { return float64(s.Errors) })}}
	plots := []plot{throughput, latency, r.percentiles(), deliveries}
	if len(r.Errors) > 0 {
		plots = append(plots, failures)
	}
	return plots
}

func some(us int64) float64 {
	if us == 0 {
		return math.NaN()
	}
	return float64(us) / 1000
}

// percentiles has the x axis of HDR plots: each tick is ten times rarer than the one before.
func (r *Result) percentiles() plot {
	rare := func(p float64) float64 { return -math.Log10(max(1-p/100, 1e-5)) }
	p := plot{Title: "Latency by percentile", Unit: "ms", LogY: true}
	for _, v := range []float64{0, 50, 90, 99, 99.9, 99.99} {
		p.XTicks = append(p.XTicks, tick{rare(v), fmt.Sprintf("%g%%", v)})
	}
	for i, o := range r.timed() {
		l := line{Name: o.Op, Color: palette[i%len(palette)]}
		for _, point := range o.Latency.Curve {
			if rarity := rare(point.Percentile); o.Latency.Count >= int64(math.Pow(10, math.Floor(rarity))) &&
				point.Percentile < 100 {
				l.X, l.Y = append(l.X, rarity), append(l.Y, float64(point.US)/1000)
			}
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

// timed are the operations whose latency says something about the server.
func (r *Result) timed() []measure.Operation {
	return slices.DeleteFunc(slices.Clone(r.Operations), func(o measure.Operation) bool { return o.Lasts || o.OK == 0 })
}
