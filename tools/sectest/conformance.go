package sectest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"jadebox/protocol"
)

// spec7 is every call of product-spec §7 in its order: method and path, payload and use in its words, the fields of the
// answer that the specification names, and how they are asked for here. State "absent" is a call that this version does
// not have: it must answer 404 with a number, so that the table cannot say less than there is.
//
//go:embed spec7.json
var spec7 []byte

// documented is a row of the table.
type documented struct {
	Method, Path, Payload, Rule string
	Answer                      []string // "data.records.0.id:string"; "*" is each of a list, which may be empty
	State                       string   // "" or "absent"
	Who                         string   // who asks: visitor, player, owner, rich, …
	Query, Ask                  string   // Ask is the path that is asked where it is not Path
	Body                        fields
	Values                      []float64 // that data may have
	Sorted                      string    // field by which data descends
	Image                       string    // media type, where the answer is no envelope
	Chain                       string    // asked within a chain of several calls
	Document                    string    // path in /openapi.json where it is not Path
}

func (d documented) String() string { return d.Method + " " + d.Path }

func conformance(c *check) {
	var rows []documented
	if err := json.Unmarshal(spec7, &rows); err != nil {
		c.fatalf("spec7.json: %v", err)
	}
	s := newStage(c)
	present, absent := 0, 0
	for _, r := range rows {
		if r.State == "absent" {
			absent++
			if a := s.people["player"].send(request{method: r.Method, path: r.Path,
				body: emptyOf(r.Method)}); !a.refused() || a.status != http.StatusNotFound {
				c.errorf("%s is absent in the table, and the server answers %s", r, a)
			}
			continue
		}
		present++
		path := r.Path
		if r.Document != "" {
			path = r.Document
		}
		if c.document.find(r.Method, path) == nil {
			c.errorf("%s is not described in /openapi.json", r)
		}
		if r.Chain == "" {
			s.conforms(r, s.ask(r))
		}
	}
	s.chains(rows)
	c.notef("%d calls as documented, %d absent", present, absent)
}

func emptyOf(method string) any {
	if method == http.MethodGet {
		return nil
	}
	return fields{}
}

// ask sends a row as it stands, with the names of the stage for its words.
func (s *stage) ask(r documented) answer {
	p := s.people[r.Who]
	if p == nil {
		s.fatalf("%s is asked by %q, whom nobody knows", r, r.Who)
	}
	q := request{method: r.Method, path: r.Path}
	if r.Ask != "" {
		q.path = r.Ask
	}
	if r.Query != "" {
		q.path += "?" + r.Query
	}
	q.path = s.words.Replace(q.path)
	if r.Method != http.MethodGet {
		q.body = []byte(s.words.Replace(string(compact(r.Body))))
		if r.Body == nil {
			q.body = fields{}
		}
	}
	return p.send(q)
}

// conforms checks the envelope, and each field that the specification names for its type.
func (s *stage) conforms(r documented, a answer) {
	if r.Image != "" {
		if a.err != nil || a.status != http.StatusOK || a.header.Get("Content-Type") != r.Image {
			s.errorf("%s: %s, %s", r, a, a.header.Get("Content-Type"))
		}
		return
	}
	if a.err != nil || a.status != http.StatusOK || a.Code != protocol.OK || a.ErrCode != 0 || a.ErrMsg != "" ||
		a.SysTime == 0 {
		s.errorf("%s: %s", r, a)
		return
	}
	var whole any
	if err := json.Unmarshal(a.raw, &whole); err != nil {
		s.errorf("%s: %v", r, err)
		return
	}
	for _, name := range []string{"code", "msg", "data", "errCode", "errMsg", "sysTime"} {
		if _, there := whole.(fields)[name]; !there {
			s.errorf("%s: the envelope has no %s", r, name)
		}
	}
	for _, field := range r.Answer {
		path, kind, _ := strings.Cut(field, ":")
		if err := typed(whole, strings.Split(path, "."), kind); err != nil {
			s.errorf("%s: %s: %v in %.200s", r, path, err, a.Data)
		}
	}
	s.ordered(r, whole.(fields)["data"])
}

func (s *stage) ordered(r documented, data any) {
	if n, ok := data.(float64); r.Values != nil && (!ok || !slices.Contains(r.Values, n)) {
		s.errorf("%s: data is %v, want one of %v", r, data, r.Values)
	}
	list, _ := data.([]any)
	last := 0.0
	for i, row := range list {
		if r.Sorted == "" {
			break
		}
		m, _ := row.(fields)
		n, _ := m[r.Sorted].(float64)
		if i > 0 && n > last {
			s.errorf("%s: %s does not descend: %v", r, r.Sorted, data)
		}
		last = n
	}
}

// typed looks a field up and says what is wrong with it.
func typed(v any, path []string, kind string) error {
	for i, name := range path {
		switch at := v.(type) {
		case fields:
			var there bool
			if v, there = at[name]; !there {
				return fmt.Errorf("no field %s", name)
			}
		case []any:
			if name == "*" {
				for _, each := range at {
					if err := typed(each, path[i+1:], kind); err != nil {
						return err
					}
				}
				return nil
			}
			n, err := strconv.Atoi(name)
			if err != nil || n >= len(at) {
				return fmt.Errorf("a list of %d", len(at))
			}
			v = at[n]
		default:
			return fmt.Errorf("%T has no %s", v, name)
		}
	}
	ok := false
	switch kind {
	case "string":
		_, ok = v.(string)
	case "number":
		_, ok = v.(float64)
	case "bool":
		_, ok = v.(bool)
	case "array":
		_, ok = v.([]any)
	case "object":
		_, ok = v.(fields)
	case "any":
		ok = true
	}
	if !ok {
		return fmt.Errorf("%T, want %s", v, kind)
	}
	return nil
}
