package report

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// line is one curve of a plot; NaN breaks it.
type line struct {
	Name, Color string
	X, Y        []float64
}

// plot is a chart with a linear or logarithmic y axis from zero or from its smallest value.
type plot struct {
	Title, Unit string
	Lines       []line
	LogY        bool
	XTicks      []tick // nil: seconds
}

type tick struct {
	At   float64
	Text string
}

// Size of a plot in SVG units; the page scales it.
const (
	plotW, plotH                                  = 720.0, 250.0
	marginLeft, marginRight, marginTop, marginLow = 58.0, 14.0, 14.0, 30.0
)

// Colors of the product: jade is the first, the others are the rarities, told apart without relying on hue alone by
// order in the legend.
var palette = []string{"#35f2b8", "#63b0ff", "#ffc857", "#ee4fc4", "#9a5cff", "#f0484f", "#d5deea"}

type scale struct {
	lo, hi float64
	log    bool
}

func (s scale) at(v float64) float64 {
	if s.log {
		return (math.Log(v) - math.Log(s.lo)) / (math.Log(s.hi) - math.Log(s.lo))
	}
	return (v - s.lo) / (s.hi - s.lo)
}

func (p plot) scales() (x, y scale) {
	x, y = scale{lo: math.Inf(1), hi: math.Inf(-1)}, scale{lo: math.Inf(1), hi: math.Inf(-1), log: p.LogY}
	for _, l := range p.Lines {
		for i := range l.X {
			x.lo, x.hi = min(x.lo, l.X[i]), max(x.hi, l.X[i])
			if v := l.Y[i]; !math.IsNaN(v) && (!p.LogY || v > 0) {
				y.lo, y.hi = min(y.lo, v), max(y.hi, v)
			}
		}
	}
	if math.IsInf(y.hi, -1) {
		y.lo, y.hi = 1, 10
	}
	if p.LogY {
		y.lo, y.hi = math.Pow(10, math.Floor(math.Log10(y.lo))), math.Pow(10, math.Ceil(math.Log10(y.hi)))
		if y.hi <= y.lo {
			y.hi = y.lo * 10
		}
	} else {
		y.lo, y.hi = 0, ceiling(y.hi)
	}
	if x.hi <= x.lo {
		x.hi = x.lo + 1
	}
	return x, y
}

// ceiling is the next of 1, 2, 2.5, 5 × 10ⁿ.
func ceiling(v float64) float64 {
	if v <= 0 {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 2.5, 5, 10} {
		if m*ten >= v {
			return m * ten
		}
	}
	return 10 * ten
}

func (s scale) ticks() (out []float64) {
	if s.log {
		for v := s.lo; v <= s.hi*1.001; v *= 10 {
			out = append(out, v)
		}
		return out
	}
	for i := range 5 {
		out = append(out, s.lo+(s.hi-s.lo)*float64(i)/4)
	}
	return out
}

// SVG draws the plot.
func (p plot) SVG() template.HTML {
	x, y := p.scales()
	px := func(v float64) float64 { return marginLeft + x.at(v)*(plotW-marginLeft-marginRight) }
	py := func(v float64) float64 { return plotH - marginLow - y.at(v)*(plotH-marginTop-marginLow) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %g" role="img" aria-label="%s">`, plotW, plotH,
		template.HTMLEscapeString(p.Title))
	for _, v := range y.ticks() {
		fmt.Fprintf(&b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text class="axis" x="%g" y="%.1f" text-anchor="end">%s</text>`,
			marginLeft, plotW-marginRight, py(v), py(v), marginLeft-8, py(v)+4, short(v))
	}
	for _, t := range p.xTicks(x) {
		if x.at(t.At) <= 1 {
			fmt.Fprintf(&b, `<text class="axis" x="%.1f" y="%g" text-anchor="middle">%s</text>`,
				min(px(t.At), plotW-18), plotH-10, t.Text)
		}
	}
	for _, l := range p.Lines {
		b.WriteString(`<polyline class="line" stroke="` + l.Color + `" points="`)
		for i := range l.X {
			if v := l.Y[i]; !math.IsNaN(v) && (!p.LogY || v > 0) {
				fmt.Fprintf(&b, "%.1f,%.1f ", px(l.X[i]), py(v))
			}
		}
		fmt.Fprintf(&b, `"><title>%s</title></polyline>`, template.HTMLEscapeString(l.Name))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) // numbers and escaped names only
}

func (p plot) xTicks(x scale) []tick {
	if p.XTicks != nil {
		return p.XTicks
	}
	var out []tick
	for i := range 7 {
		v := x.lo + (x.hi-x.lo)*float64(i)/6
		out = append(out, tick{v, short(math.Round(v*10)/10) + " s"})
	}
	return out
}

// short writes a number with at most three digits and a suffix.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return trim(v/1e6) + "M"
	case v >= 1e3:
		return trim(v/1e3) + "k"
	}
	return trim(v)
}

func trim(v float64) string {
	digits := 2
	if v >= 10 {
		digits = 1
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.*f", digits, v), "0"), ".")
}
