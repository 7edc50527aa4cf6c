package ws

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"jadebox/protocol"
)

// jsonMessage is one text that a JSON channel sends: the struct that it is encoded from and the values that tell it
// from others.
type jsonMessage struct {
	name, says string
	of         any
	fixed      map[string]any
}

var (
	jsonWelcome = jsonMessage{"welcome", "The channel is open; playerId is empty on a public one.", channelWelcome{},
		map[string]any{"msgType": "welcome"}}
	jsonError = jsonMessage{"error", "The channel is refused or broken; a close follows.", channelError{},
		map[string]any{"msgType": "error"}}
	jsonRain = jsonMessage{"rain", "A red-packet rain is coming (type 1) or over (type 0).", rainMessage{},
		map[string]any{"msgType": 3}}
)

// jsonChannels are the specification's channels (§7) by their address, with everything that each of them says.
var jsonChannels = map[string][]jsonMessage{
	"/ws/drop/{userId}": {jsonWelcome, jsonError, jsonRain,
		{"drop", "The latest drop of anybody.", dropMessage{}, map[string]any{"msgType": 0}},
		{"invite", "An invitation to a battle: the player's own, or one to everybody.", inviteMessage{},
			map[string]any{"msgType": 1}},
		{"props", "Items that were given to the player.", propsMessage{}, map[string]any{"msgType": 4}}},
	"/ws/upgrade": {jsonWelcome, jsonError,
		{"upgrade", "An upgrade that is over.", upgradeMessage{}, map[string]any{"msgType": 0}},
		{"ranking", "The ranking of the day, made anew.", rankingMessage{}, map[string]any{"msgType": 1}}},
	"/ws/luckycard": {jsonWelcome, jsonError,
		{"luckycard", "A room that is new, has changed or is over.", luckycardMessage{}, map[string]any{"msgType": 0}},
		{"flip", "One flip in any room, before the room's new state.", turnedMessage{}, map[string]any{"msgType": 1}}},
	"/ws/wish": {jsonWelcome, jsonError, jsonRain,
		{"wish", "A wish room that is new, has changed or is over.", wishMessage{},
			map[string]any{"msgType": 0, "type": 0}}},
}

type object = map[string]any

// AsyncAPI describes the JSON channels as an AsyncAPI 3 document, from the structs that are encoded.
func AsyncAPI() ([]byte, error) {
	channels, operations, schemas, messages := object{}, object{}, object{}, object{}
	messages["heart"] = object{"contentType": "text/plain",
		"summary": "Answered by the same text, before and after the token.",
		"payload": object{"type": "string", "const": heartCheck}}
	messages["token"] = object{"contentType": "application/json",
		"summary": "The first text, unless a ticket came with the address (?ticket=).",
		"payload": object{"type": "object",
			"properties": object{"token": object{"type": "string", "minLength": 1, "maxLength": protocol.TokenLength},
				"lang": object{"type": "string", "description": "Language of errors and of items' names; without one that of the address (?lang=), or Chinese."}}, "required": []string{"token"}}}
	for _, address := range slices.Sorted(maps.Keys(jsonChannels)) {
		name := strings.Split(address, "/")[2]
		told, refs := object{}, []any{}
		for _, m := range jsonChannels[address] {
			schemas[m.name] = structSchema(reflect.TypeOf(m.of), m.fixed)
			messages[m.name] = object{"contentType": "application/json", "summary": m.says,
				"payload": object{"$ref": "#/components/schemas/" + m.name}}
			told[m.name] = object{"$ref": "#/components/messages/" + m.name}
			refs = append(refs, object{"$ref": "#/channels/" + name + "/messages/" + m.name})
		}
		heard := []any{object{"$ref": "#/channels/" + name + "/messages/heart"}}
		told["heart"] = object{"$ref": "#/components/messages/heart"}
		query := object{"lang": object{"type": "string", "description": "Language of items' names."}}
		channel := object{"address": address, "messages": told,
			"bindings": object{"ws": object{"query": object{"type": "object", "properties": query}}}}
		if strings.Contains(address, "{userId}") {
			told["token"] = object{"$ref": "#/components/messages/token"}
			heard = append(heard, object{"$ref": "#/channels/" + name + "/messages/token"})
			channel["parameters"] = object{"userId": object{"description": "The session's own player; any other is refused (403)."}}
		}
		channels[name] = channel
		operations["send-"+name] = object{"action": "send", "channel": object{"$ref": "#/channels/" + name},
			"messages": append(refs, heard[0])}
		operations["receive-"+name] = object{"action": "receive", "channel": object{"$ref": "#/channels/" + name},
			"messages": heard}
	}
	text, err := json.MarshalIndent(object{"asyncapi": "3.0.0",
		"info": object{"title": "Jadebox: JSON channels", "version": "1",
			"description": "The channels of product specification §7; rules JSON1 to JSON8 of protocol/SPEC.md. Written by tools/protogen."},
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
