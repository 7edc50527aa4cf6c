package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"jadebox/actors/room"
	"jadebox/protocol"
)

// specPath is the document whose tables are written here, between its markers; the rest of it is written by hand.
const specPath = "protocol/SPEC.md"

// spec returns protocol/SPEC.md with the tables of messages, topics and limits that the catalogue makes.
func spec(root string, w words, kinds room.Specs) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, specPath))
	if err != nil {
		return nil, err
	}
	says, err := firstSentences(filepath.Join(root, "protocol"))
	if err != nil {
		return nil, err
	}
	messages, err := messageTables(says)
	if err != nil {
		return nil, err
	}
	for name, table := range map[string]string{"topics": topicTable(kinds), "messages": messages,
		"limits": limitTable(w)} {
		if text, err = between(text, name, table); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// between replaces what stands between the two markers of a name.
func between(text []byte, name, table string) ([]byte, error) {
	begin := fmt.Appendf(nil, "<!-- %s: written by tools/protogen -->\n", name)
	end := fmt.Appendf(nil, "<!-- end of %s -->\n", name)
	from, to := bytes.Index(text, begin), bytes.Index(text, end)
	if from < 0 || to < from {
		return nil, fmt.Errorf("%s has no markers of %q", specPath, name)
	}
	return slices.Concat(text[:from+len(begin)], []byte(table), text[to:]), nil
}

// firstSentences reads what the source says of each type, so that the tables say the same.
func firstSentences(dir string) (map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	says := map[string]string{}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE || gen.Doc == nil {
				continue
			}
			for _, s := range gen.Specs {
				says[s.(*ast.TypeSpec).Name.Name] = new(doc.Package).Synopsis(gen.Doc.Text())
			}
		}
	}
	return says, nil
}

// topicTable is every topic: who may subscribe to it, what it carries and what becomes of a socket that is too slow
// for it.
func topicTable(kinds room.Specs) string {
	var b strings.Builder
	b.WriteString("| Topic | Heard by | Snapshot | Events | Too slow |\n|---|---|---|---|---|\n")
	row := func(kind, name, who, slow string) {
		var snapshot, events []string
		for _, m := range protocol.Catalog {
			switch {
			case m.Direction != protocol.OfTopic || m.Topic != kind:
			case m.Snapshot:
				snapshot = append(snapshot, fmt.Sprintf("%d %s", m.Number, m.Name))
			default:
				events = append(events, fmt.Sprintf("%d %s", m.Number, m.Name))
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", name, who, strings.Join(snapshot, ", "),
			strings.Join(events, ", "), slow)
	}
	for _, topic := range protocol.PublicTopics {
		row(topic, topic, "everybody", "Gap and a snapshot")
	}
	row(protocol.TopicPlayer, protocol.TopicPlayer, "the session's player", "close 4001")
	for _, kind := range protocol.RoomTopics {
		heard := "everybody"
		if k, ok := kinds.Of(kind); ok {
			heard = cmp.Or(k.Heard, heard)
		}
		row(kind, kind+":<room id>", heard, "close 4001")
	}
	return b.String()
}

// messageTables are the envelopes of both directions, the bodies of events and the records that these are made of.
func messageTables(says map[string]string) (string, error) {
	var b strings.Builder
	shown := map[reflect.Type]uint16{} // by the number whose row has the fields
	var parts []reflect.Type
	table := func(title string, in func(protocol.Message) bool) error {
		fmt.Fprintf(&b, "\n### %s\n\n| Number | Message | Fields, in their order | Meaning |\n|---|---|---|---|\n",
			title)
		for _, m := range protocol.Catalog {
			if !in(m) {
				continue
			}
			t := reflect.TypeOf(m.New()).Elem()
			fields, err := tupleFields(t, &parts)
			if err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
			name := m.Name
			if t.Name() != m.Name {
				name += " (" + t.Name() + ")"
			}
			if number, ok := shown[t]; ok {
				fields = fmt.Sprintf("as %d", number)
			} else {
				shown[t] = m.Number
			}
			fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", m.Number, name, fields, cell(says[t.Name()]))
		}
		return nil
	}
	direction := func(d protocol.Direction) func(protocol.Message) bool {
		return func(m protocol.Message) bool { return m.Direction == d }
	}
	if err := table("From the client", direction(protocol.Inbound)); err != nil {
		return "", err
	}
	if err := table("From the server", direction(protocol.Outbound)); err != nil {
		return "", err
	}
	for _, topic := range slices.Concat(protocol.PublicTopics, []string{protocol.TopicPlayer}, protocol.RoomTopics) {
		if err := table("Events of `"+topic+"`", func(m protocol.Message) bool {
			return m.Direction == protocol.OfTopic && m.Topic == topic
		}); err != nil {
			return "", err
		}
	}
	b.WriteString("\n### Records inside of messages\n\n| Record | Fields, in their order | Meaning |\n|---|---|---|\n")
	for i := 0; i < len(parts); i++ { // a record may name further ones
		t := parts[i]
		if _, ok := shown[t]; ok {
			continue
		}
		shown[t] = 0
		fields, err := tupleFields(t, &parts)
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name(), err)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", t.Name(), fields, cell(says[t.Name()]))
	}
	return b.String(), nil
}

// tupleFields writes "name type" of each field and adds the records that they name to parts.
func tupleFields(t reflect.Type, parts *[]reflect.Type) (string, error) {
	var fields []string
	for f := range t.Fields() {
		e, list := f.Type, ""
		for e.Kind() == reflect.Pointer || e.Kind() == reflect.Slice && e.Elem().Kind() != reflect.Uint8 {
			if e.Kind() == reflect.Slice {
				list += "[]"
			} else {
				list += "?"
			}
			e = e.Elem()
		}
		typ, err := wireType(e)
		if err != nil {
			return "", fmt.Errorf("%s: %w", f.Name, err)
		}
		if e.Kind() == reflect.Struct {
			*parts = append(*parts, e)
		}
		if enum := f.Tag.Get("enum"); enum != "" {
			typ += " " + enum
		}
		fields = append(fields, fmt.Sprintf("`%s` %s%s", f.Tag.Get("json"), list, typ))
	}
	return strings.Join(fields, ", "), nil
}

// wireType names a value as msgpack writes it; "any" is a body whose type another field says.
func wireType(t reflect.Type) (string, error) {
	switch t.Kind() {
	case reflect.Bool, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Int32, reflect.Int64:
		return t.Kind().String(), nil
	case reflect.String:
		return "str", nil
	case reflect.Struct:
		return t.Name(), nil
	case reflect.Slice:
		if t.Name() == "Raw" {
			return "any", nil
		}
		return "bin", nil
	}
	return "", fmt.Errorf("no wire type for %s", t)
}

// limitTable is limits.go as a table: the client gets the same numbers.
func limitTable(w words) string {
	var b strings.Builder
	b.WriteString("| Limit | Value | Meaning, source |\n|---|---|---|\n")
	for _, l := range w.limits {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", l.name, l.value, cell(l.says))
	}
	return b.String()
}

var spaces = regexp.MustCompile(`\s+`)

// cell is a text that fits one cell of a table.
func cell(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(spaces.ReplaceAllString(s, " "), "|", `\|`))
}
