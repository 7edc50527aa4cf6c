package loadsim

import (
	"reflect"
	"strings"
	"testing"
)

func TestTheHelpNamesEveryScenario(t *testing.T) {
	f, _ := reflect.TypeFor[Command]().FieldByName("Scenario")
	if told := strings.TrimSuffix(f.Tag.Get("help"), "."); told != scenarioNames() {
		t.Errorf("the help has %q, and there are %q", told, scenarioNames())
	}
}
