package registry_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"jadebox/server/registry"
	"jadebox/store"
)

// How docs/rules.md names a setting: as one, with a field of it, or by a name that has a point.
var (
	settingNamed = regexp.MustCompile("\\bsettings? `([^`]+)`")
	fieldNamed   = regexp.MustCompile("`(\\w+)` of `([a-z][\\w.]*)`")
	pointNamed   = regexp.MustCompile("`([a-z]+\\.[a-z]\\w*)`")
)

// An operator who reads the rules sets what they name.
func TestTheRulesNameSettingsAndFieldsThatThereAre(t *testing.T) {
	raw, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	text, named := strings.Join(strings.Fields(string(raw)), " "), map[string]string{} // a line may end within a name
	for _, m := range settingNamed.FindAllStringSubmatch(text, -1) {
		named[m[1]] = ""
	}
	for _, m := range pointNamed.FindAllStringSubmatch(text, -1) {
		named[m[1]] = ""
	}
	for _, m := range fieldNamed.FindAllStringSubmatch(text, -1) {
		named[m[2]] = m[1]
	}
	if len(named) < 3 {
		t.Fatalf("only %v were found", named)
	}
	for name, field := range named {
		s, err := registry.Find(name)
		if err != nil {
			t.Errorf("docs/rules.md: %v", err)
			continue
		}
		if field == "" {
			continue
		}
		held, err := s.JSONIn(&store.SettingsNow{})
		var fields map[string]json.RawMessage
		if err == nil {
			err = json.Unmarshal(held, &fields)
		}
		if _, there := fields[field]; err != nil || !there {
			t.Errorf("docs/rules.md: the setting %s has no field %s: %v", name, field, err)
		}
	}
}
