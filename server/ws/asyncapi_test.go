package ws

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jadebox/server/rooms"
)

const asyncAPIFile = "../../docs/asyncapi.json"

func readJSON(t testing.TB, path string) any {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

func TestTheDescriptionOfTheJSONChannelsIsCurrentAndAnAsyncAPIDocument(t *testing.T) {
	want, err := AsyncAPI(rooms.All.Texts())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(asyncAPIFile); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale (%v): run make gen", asyncAPIFile, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("asyncapi.json", readJSON(t, "testdata/asyncapi-3.0.0.schema.json")); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("asyncapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(readJSON(t, asyncAPIFile)); err != nil {
		t.Error(err)
	}
	if bad := map[string]any{"asyncapi": "3.0.0",
		"info": map[string]any{"title": "no version"}}; schema.Validate(bad) == nil {
		t.Error("a document without a version passes: the schema holds nothing")
	}
}

// described are the schemas of what each channel may say, by the second part of its address.
var described = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	text, err := os.ReadFile(asyncAPIFile)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("document.json", document); err != nil {
		return nil, err
	}
	out := map[string]*jsonschema.Schema{}
	for name, messages := range jsonChannels(rooms.All.Texts()) {
		one := []any{map[string]any{"$ref": "document.json#/components/messages/heart/payload"}}
		for _, m := range messages {
			one = append(one, map[string]any{"$ref": "document.json#/components/schemas/" + m.Name})
		}
		if err := c.AddResource(name+".json", map[string]any{"oneOf": one}); err != nil {
			return nil, err
		}
		if out[name], err = c.Compile(name + ".json"); err != nil {
			return nil, err
		}
	}
	return out, nil
})

// asDescribed holds a text that a test received to the description of its channel: every test of a JSON channel is a
// test of it.
func (p *peer) asDescribed(text string) {
	p.t.Helper()
	name := p.channelName()
	if name == "" {
		return
	}
	p.record("send", text)
	schemas, err := described()
	if err != nil {
		p.t.Fatal(err)
	}
	var v any = text
	if text != heartCheck {
		if v, err = jsonschema.UnmarshalJSON(strings.NewReader(text)); err != nil {
			p.t.Fatal(err)
		}
	}
	if schema := schemas[name]; schema == nil {
		p.t.Errorf("%s is no channel of %s", p.path, asyncAPIFile)
	} else if err := schema.Validate(v); err != nil {
		p.t.Errorf("%s says %s, which %s does not: %v", p.path, text, asyncAPIFile, err)
	}
}

func TestATextThatNoChannelDescribesIsFound(t *testing.T) {
	schemas, err := described()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`{"msgType":9}`, `{"msgType":"welcome","playerId":"1","serverTimeMs":"1"}`,
		`{"msgType":"error","errCode":1}`} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if schemas["drop"].Validate(v) == nil {
			t.Errorf("%s passes", text)
		}
	}
}
