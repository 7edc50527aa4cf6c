package ws

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
)

// everywhere are the texts that every JSON channel sends by itself.
var everywhere = []jsonchannel.Text{
	{Name: "welcome", Says: "The channel is open; playerId is empty on a public one.", Of: channelWelcome{},
		Fixed: map[string]any{"msgType": "welcome"}},
	{Name: "error", Says: "The channel is refused or broken; a close follows.", Of: channelError{},
		Fixed: map[string]any{"msgType": "error"}},
}

// jsonChannels are the specification's channels (§7) by their name, with everything that each of them sends.
func jsonChannels(kinds []jsonchannel.Text) map[string][]jsonchannel.Text {
	channels := map[string][]jsonchannel.Text{}
	for _, t := range slices.Concat(ownTexts, kinds) {
		for _, name := range t.On {
			if channels[name] == nil {
				channels[name] = slices.Clone(everywhere)
			}
			channels[name] = append(channels[name], t)
		}
	}
	return channels
}

type object = map[string]any

// AsyncAPI describes the JSON channels as an AsyncAPI 3 document, from the structs that are encoded; kinds are the
// texts of the kinds of rooms.
func AsyncAPI(kinds []jsonchannel.Text) ([]byte, error) {
	all := jsonChannels(kinds)
	channels, operations, schemas, messages := object{}, object{}, object{}, object{}
	messages["heart"] = object{"contentType": "text/plain",
		"summary": "Answered by the same text, before and after the token.",
		"payload": object{"type": "string", "const": heartCheck}}
	messages["token"] = object{"contentType": "application/json",
		"summary": "The first text, unless a ticket came with the address (?ticket=).",
		"payload": object{"type": "object",
			"properties": object{"token": object{"type": "string", "minLength": 1, "maxLength": protocol.TokenLength},
				"lang": object{"type": "string", "description": "Language of errors and of items' names; " +
					"without one that of the address (?lang=), or Chinese."}}, "required": []string{"token"}}}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		address := root + "/" + name
		told, refs := object{}, []any{}
		for _, m := range all[name] {
			schemas[m.Name] = structSchema(reflect.TypeOf(m.Of), m.Fixed)
			messages[m.Name] = object{"contentType": "application/json", "summary": m.Says,
				"payload": object{"$ref": "#/components/schemas/" + m.Name}}
			told[m.Name] = object{"$ref": "#/components/messages/" + m.Name}
			refs = append(refs, object{"$ref": "#/channels/" + name + "/messages/" + m.Name})
		}
		heard := []any{object{"$ref": "#/channels/" + name + "/messages/heart"}}
		told["heart"] = object{"$ref": "#/components/messages/heart"}
		query := object{"lang": object{"type": "string", "description": "Language of items' names."}}
		channel := object{"messages": told,
			"bindings": object{"ws": object{"query": object{"type": "object", "properties": query}}}}
		if name == jsonchannel.Player {
			address += "/{userId}"
			query["ticket"] = object{"type": "string", "description": "A ticket, which stands for the token; " +
				"it is good once and for 30 s (SES5)."}
			told["token"] = object{"$ref": "#/components/messages/token"}
			heard = append(heard, object{"$ref": "#/channels/" + name + "/messages/token"})
			channel["parameters"] = object{"userId": object{
				"description": "The session's own player; any other is refused (403)."}}
		}
		channel["address"] = address
		channels[name] = channel
		operations["send-"+name] = object{"action": "send", "channel": object{"$ref": "#/channels/" + name},
			"messages": append(refs, heard[0])}
		operations["receive-"+name] = object{"action": "receive", "channel": object{"$ref": "#/channels/" + name},
			"messages": heard}
	}
	text, err := json.MarshalIndent(object{"asyncapi": "3.0.0",
		"info": object{"title": "Jadebox: JSON channels", "version": "1",
			"description": "The channels of product specification §7; rules JSON1 to JSON8 of protocol/SPEC.md. " +
				"Written by tools/protogen."},
		"channels": channels, "operations": operations, "components": object{"messages": messages, "schemas": schemas}},
		"", "  ")
	return append(text, '\n'), err
}

// structSchema is the JSON schema of what encoding/json makes of a struct; fixed fields have that one value.
func structSchema(t reflect.Type, fixed map[string]any) object {
	properties, required := object{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "" {
			continue
		}
		if _, shadowed := properties[name]; shadowed && len(f.Index) > 1 {
			continue
		}
		schema := valueSchema(f.Type)
		if v, ok := fixed[name]; ok {
			schema["const"] = v
		}
		properties[name] = schema
		if option != "omitempty" {
			required = append(required, name)
		}
	}
	slices.Sort(required)
	return object{"type": "object", "properties": properties, "required": slices.Compact(required),
		"additionalProperties": false}
}

func valueSchema(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Struct:
		return structSchema(t, nil)
	case reflect.Slice:
		return object{"type": "array", "items": valueSchema(t.Elem())}
	}
	if t == reflect.TypeFor[protocol.Gems]() {
		return object{"type": "number", "description": "Gems, two decimals."}
	}
	return object{"type": "integer"}
}
