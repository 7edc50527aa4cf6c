package floors

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
)

// Plan is the text that the picture of the floors is drawn from: rooms from the top down, and who leans on whom.
type Plan struct {
	Floors []string
	Says   map[string]string
	Arrows [][2]string
}

// ReadPlan reads docs/floors.txt: "name: what it is", "from -> to", and comments that begin with
// #.
func ReadPlan(text string) (Plan, error) {
	p := Plan{Says: map[string]string{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if from, to, ok := strings.Cut(line, " -> "); ok {
			if p.Says[from] == "" || p.Says[to] == "" {
				return p, fmt.Errorf("floors: %q names a floor that is not there yet", line)
			}
			p.Arrows = append(p.Arrows, [2]string{from, to})
			continue
		}
		name, says, ok := strings.Cut(line, ": ")
		if !ok || p.Says[name] != "" {
			return p, fmt.Errorf("floors: %q is neither a new floor nor an arrow", line)
		}
		p.Floors, p.Says[name] = append(p.Floors, name), says
	}
	return p, nil
}

// Untrue returns one line for each difference between the plan and the imports of the code (tests apart), and for each
// package that stands on none of its floors: by way of such a package any floor could lead to any other.
func (p Plan) Untrue(pkgs []Package) []string {
	var out []string
	real := map[[2]string]string{}
	for _, pkg := range pkgs {
		from := p.floorOf(pkg.ImportPath)
		if from == "" {
			out = append(out, pkg.ImportPath+" is on no floor of the picture")
		}
		for _, imp := range pkg.Imports {
			says := strings.ReplaceAll(pkg.ImportPath+" imports "+imp, Module+"/", "")
			if to := p.floorOf(imp); from != "" && to != "" && from != to {
				real[[2]string{from, to}] = says
			}
		}
	}
	for _, a := range p.Arrows {
		if real[a] == "" {
			out = append(out, fmt.Sprintf("the picture has %s -> %s, the code has no such import", a[0], a[1]))
		}
		if slices.Index(p.Floors, a[0]) > slices.Index(p.Floors, a[1]) {
			out = append(out, fmt.Sprintf("the picture has %s -> %s, which leads up", a[0], a[1]))
		}
	}
	for _, a := range slices.SortedFunc(maps.Keys(real), func(a, b [2]string) int {
		return strings.Compare(a[0]+a[1],
			b[0]+b[1])
	}) {
		if !slices.Contains(p.Arrows, a) {
			out = append(out, fmt.Sprintf("%s: the picture has no %s -> %s", real[a], a[0], a[1]))
		}
	}
	return out
}

// floorOf is the floor of an import path, "" when it is none of the plan's.
func (p Plan) floorOf(path string) string {
	for _, f := range p.Floors {
		if below(path, Module+"/"+f) {
			return f
		}
	}
	return ""
}

// Picture draws the plan as SVG: a box for each floor, and an arrow in a column of its own for each import between
// floors.
func (p Plan) Picture() []byte {
	const width, left, tall, step, column = 720, 16, 44, 64, 22
	boxRight := width - 2*left - column*len(p.Arrows)
	var b strings.Builder
	height := step*len(p.Floors) + left
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n",
		width+left, height)
	b.WriteString("<title>Which floor imports which</title>\n<defs><marker id=\"to\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\">" +
		"<path d=\"M0 0L8 4L0 8z\" fill=\"#1b8f6c\"/></marker></defs>\n")
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width+left, height)
	at := func(name string) int { return left + step*slices.Index(p.Floors, name) }
	for _, f := range p.Floors {
		fmt.Fprintf(&b,
			"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#eef3fa\" stroke=\"#334\"/>\n",
			left, at(f), width-left, tall)
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" font-size=\"14\" font-weight=\"bold\">%s</text>\n", left+10, at(f)+18,
			html.EscapeString(f))
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" font-size=\"11\">%s</text>\n", left+10, at(f)+35,
			html.EscapeString(p.Says[f]))
	}
	for i, a := range p.Arrows {
		x := boxRight + column*i + column
		fmt.Fprintf(&b, "<path d=\"M%d %dV%d\" stroke=\"#1b8f6c\" stroke-width=\"1.5\" marker-end=\"url(#to)\"><title>%s imports %s</title></path>\n",
			x, at(a[0])+tall-8, at(a[1])+8, a[0], a[1])
		fmt.Fprintf(&b, "<circle cx=\"%d\" cy=\"%d\" r=\"3\" fill=\"#1b8f6c\"/>\n", x, at(a[0])+tall-8)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}
