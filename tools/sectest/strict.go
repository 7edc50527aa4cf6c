package sectest

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"jadebox/protocol"
)

// strictBodies sends every call that takes a body what a lenient decoder would let pass. None is answered with a
// success or a failure of the server, and nothing has changed afterwards.
func strictBodies(c *check) {
	k := c.people()
	before := c.worth(k.owner)
	var sent atomic.Int64
	c.each(func(call *call) {
		if call.method == http.MethodGet || call.raw() {
			return
		}
		for name, body := range c.document.wrong(call) {
			sent.Add(1)
			a := k.owner.send(request{method: call.method, path: call.sample(), body: body})
			switch {
			case !a.refused():
				c.errorf("%s, %s: %s", call, name, a)
			case strings.HasPrefix(name, "65 KiB") && a.Code != protocol.CodeTooLarge:
				c.errorf("%s, %s: %s, want %d", call, name, a, protocol.CodeTooLarge)
			case form[strings.TrimRight(name, " 0123456789")] && a.Code != protocol.CodeBadRequest:
				c.errorf("%s, %s: %s, want %d", call, name, a, protocol.CodeBadRequest)
			}
		}
		a := k.owner.send(request{method: call.method, path: call.sample(), body: []byte("a=1"),
			header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}})
		if a.Code != protocol.CodeMediaType {
			c.errorf("%s with a form: %s", call, a)
		}
	})
	if after := c.worth(k.owner); after != before {
		c.errorf("something changed: %s", difference(before, after))
	}
	c.notef("%d bodies", sent.Load())
}

// form are the bodies that are refused for their form alone, whatever they say.
var form = map[string]bool{"unknown field": true, "trailing object": true, "trailing word": true, "an array": true,
	"null": true, "cut off": true, "twice": true,
	"another case of": true, "NUL in": true, "override in": true, "above int": true, "below int": true,
	"a fraction in": true, "a text in": true, "invalid UTF-": true,
	"deep nesting": true, "lone surrogate in": true}

// wrong are bodies for a call, by what is wrong with them.
func (d *document) wrong(call *call) map[string][]byte {
	good := fields{}
	b := call.body(d)
	if b != nil {
		for name, p := range b.Properties {
			good[name] = d.filler(p)
		}
	}
	raw := func(change fields) []byte {
		f := maps.Clone(good)
		maps.Copy(f, change)
		return compact(f)
	}
	whole := raw(nil)
	open := bytes.TrimSuffix(whole, []byte("}"))
	comma := ","
	if len(good) == 0 {
		comma = ""
	}
	with := func(tail string) []byte { return []byte(string(open) + comma + tail + "}") }
	out := map[string][]byte{
		"unknown field":   with(`"isAdmin":true`),
		"trailing object": append(slices.Clone(whole), "{}"...),
		"trailing word":   append(slices.Clone(whole), " x"...),
		"an array":        []byte("[" + string(whole) + "]"),
		"null":            []byte("null"),
		"cut off":         open,
		"invalid UTF-8":   with("\"\xff\":1"),
		"deep nesting":    []byte(strings.Repeat(`{"a":`, 4_000)),
		"65 KiB of text":  with(`"x":"` + strings.Repeat("x", protocol.JSONBytes) + `"`),
		"65 KiB of space": append(slices.Clone(whole), bytes.Repeat([]byte(" "), protocol.JSONBytes)...),
	}
	if len(good) == 0 {
		delete(out, "cut off")
		out["cut off"] = []byte("{")
	}
	i := 0
	for _, name := range slices.Sorted(maps.Keys(good)) {
		i++
		p := d.resolve(b.Properties[name])
		out[fmt.Sprintf("twice %d", i)] = with(fmt.Sprintf("%q:%s", name, compact(good[name])))
		if upper := strings.ToUpper(name[:1]) + name[1:]; upper != name {
			f := maps.Clone(good)
			delete(f, name)
			f[upper] = good[name]
			out[fmt.Sprintf("another case of %d", i)] = compact(f)
		}
		switch {
		case p.is("string"):
			for what, bad := range map[string]string{"NUL in": `\u0000`, "override in": `\u202e`,
				"lone surrogate in": `\ud800`} {
				f := maps.Clone(good)
				delete(f, name)
				rest := strings.TrimSuffix(string(compact(f)), "}")
				if len(f) > 0 {
					rest += ","
				}
				out[fmt.Sprintf("%s %d", what, i)] = fmt.Appendf(nil, `%s%q:"%s"}`, rest, name, "a"+bad+"b")
			}
		case p.is("integer"):
			for what, bad := range map[string]string{"above int": "9223372036854775808",
				"below int": "-9223372036854775809", "a fraction in": "1.5", "a text in": `"1"`} {
				out[fmt.Sprintf("%s %d", what, i)] = raw(fields{name: jsonNumber(bad)})
			}
			for what, edge := range map[string]string{"greatest": "9223372036854775807",
				"least": "-9223372036854775808"} {
				out[fmt.Sprintf("%s int64 in %d", what, i)] = raw(fields{name: jsonNumber(edge)})
			}
		}
	}
	return out
}

// filler is a value of a schema's type that no call does anything with.
func (d *document) filler(s *schema) any {
	s = d.resolve(s)
	switch {
	case s == nil:
		return nil
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.is("string"):
		if s.Format == "id" {
			return unknownID
		}
		return "x"
	case s.is("integer"), s.is("number"):
		return -7
	case s.is("boolean"):
		return false
	case s.is("array"):
		return []any{}
	}
	return fields{}
}
