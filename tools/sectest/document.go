package sectest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// document is what a run reads of /openapi.json.
type document struct {
	calls   []*call // by path and method
	schemas map[string]*schema
}

// call is one operation.
type call struct {
	method, path string
	Name         string                `json:"operationId"`
	Security     []map[string][]string `json:"security"`
	Parameters   []parameter           `json:"parameters"`
	RequestBody  *content              `json:"requestBody"`
	Responses    map[string]*content   `json:"responses"`
}

type parameter struct {
	Name   string  `json:"name"`
	In     string  `json:"in"`
	Schema *schema `json:"schema"`
}

type content struct {
	Content map[string]struct {
		Schema *schema `json:"schema"`
	} `json:"content"`
}

type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"` // a name or a list of names
	Format     string             `json:"format"`
	Enum       []any              `json:"enum"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
}

func (s *site) read() (*document, error) {
	a := s.visitor().get("/openapi.json")
	if a.err != nil {
		return nil, a.err
	}
	return parse(a.raw)
}

func parse(text []byte) (*document, error) {
	var raw struct {
		Paths      map[string]map[string]*call `json:"paths"`
		Components struct {
			Schemas map[string]*schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("sectest: /openapi.json: %w", err)
	}
	d := &document{schemas: raw.Components.Schemas}
	for path, methods := range raw.Paths {
		for method, c := range methods {
			c.method, c.path = strings.ToUpper(method), path
			d.calls = append(d.calls, c)
		}
	}
	if len(d.calls) == 0 {
		return nil, errors.New("sectest: /openapi.json describes no call")
	}
	slices.SortFunc(d.calls, func(a, b *call) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return d, nil
}

func (d *document) find(method, path string) *call {
	i := slices.IndexFunc(d.calls, func(c *call) bool { return c.method == method && c.path == path })
	if i < 0 {
		return nil
	}
	return d.calls[i]
}

func (d *document) named(name string) *call {
	i := slices.IndexFunc(d.calls, func(c *call) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return d.calls[i]
}

// needsToken reports whether the call is refused without one.
func (c *call) needsToken() bool { return len(c.Security) == 1 && c.takesToken() }

// takesToken reports whether the call tells or does more for a caller that has one.
func (c *call) takesToken() bool {
	return slices.ContainsFunc(c.Security, func(one map[string][]string) bool { return one["token"] != nil })
}

func (c *call) keyed() bool {
	return slices.ContainsFunc(c.Parameters, func(p parameter) bool {
		return p.In == "header" &&
			p.Name == "Idempotency-Key"
	})
}

func (c *call) body(d *document) *schema {
	if c.RequestBody == nil {
		return nil
	}
	return d.resolve(c.RequestBody.Content["application/json"].Schema)
}

// raw reports whether a body is in the sender's own format: no decoder of the server reads it before its
// signature.
func (c *call) raw() bool {
	_, any := c.RequestBody.media("*/*")
	return any
}

func (c *content) media(name string) (s *schema, ok bool) {
	if c == nil {
		return nil, false
	}
	m, ok := c.Content[name]
	return m.Schema, ok
}

func (d *document) resolve(s *schema) *schema {
	for s != nil && s.Ref != "" {
		s = d.schemas[s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]]
	}
	return s
}

// is reports whether a schema allows a type.
func (s *schema) is(name string) bool {
	if list, ok := s.Type.([]any); ok {
		return slices.Contains(list, any(name))
	}
	return s.Type == any(name)
}

// idName are names of parameters that are ids whatever their type. Ids of the server's own type say so by their format.
var idName = regexp.MustCompile(
	`(?i)^(ids?|items?|boxe?s?|target|packet|round|leaf|player|order|room|roll|battle|coupon|def)$|Ids?$|ID$`)

var placeholder = regexp.MustCompile(`\{([^}]+)\}`)

// noIDs are parameters that look like ids and name nothing that a player owns.
var noIDs = map[string]bool{
	"fingerprinId": true, // what a device says of itself; it only counts registrations
	"index":        true, // a place in the public log
	"provider":     true, // who takes the money: a webhook is its own and names its order itself
	"tasks.target": true, // how much of a task is asked for
}

// ids are the parameters of a call that name something: each place in the path, and what the query and the body call an
// id.
func (d *document) ids(c *call) []string {
	var out []string
	for _, m := range placeholder.FindAllStringSubmatch(c.path, -1) {
		out = append(out, m[1])
	}
	for _, p := range c.Parameters {
		if p.In == "query" && (idName.MatchString(p.Name) || p.Schema.Format == "id") {
			out = append(out, p.Name)
		}
	}
	if b := c.body(d); b != nil {
		d.idsIn(b, "", 0, &out)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(name string) bool { return noIDs[name] })
}

const bodyDepth = 4

func (d *document) idsIn(s *schema, at string, depth int, out *[]string) {
	if s = d.resolve(s); s == nil || depth > bodyDepth {
		return
	}
	for name, p := range s.Properties {
		p = d.resolve(p)
		if p == nil {
			continue
		}
		leaf := p
		if p.Items != nil {
			leaf = d.resolve(p.Items)
		}
		if idName.MatchString(name) || leaf.Format == "id" {
			*out = append(*out, at+name)
			continue
		}
		d.idsIn(leaf, at+name+".", depth+1, out)
	}
}

// String is the method and path as reports write them.
func (c *call) String() string { return c.method + " " + c.path }
