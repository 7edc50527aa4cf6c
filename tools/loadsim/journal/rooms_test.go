package journal

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jadebox/actors/kinds"
)

func TestEveryKindOfRoomSaysWhatLasts(t *testing.T) {
	for _, spec := range kinds.All {
		if len(ofKind[spec.Kind]) == 0 {
			t.Errorf("%s is a kind of room, and no file here says which of its answers last", spec.Kind)
		}
	}
	for kind, ops := range ofKind {
		if _, known := kinds.All.Of(kind); !known {
			t.Errorf("%s is here and is no kind of room", kind)
		}
		for op := range ops {
			if !strings.HasPrefix(op, kind+".") {
				t.Errorf("%s is no op of %s", op, kind)
			}
		}
	}
}

// done are the ops that players send.
var done = regexp.MustCompile(`\.do\(ctx, "([a-z]+\.[a-zA-Z]+)"`)

func TestEveryOpThatPlayersSendSaysWhatLasts(t *testing.T) {
	sent := 0
	for _, place := range []string{"../*.go", "../../kill/phases/*.go"} {
		files, err := filepath.Glob(place)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, op := range done.FindAllSubmatch(text, -1) {
				sent++
				if _, known := passing[string(op[1])]; !known {
					t.Errorf("%s sends %s, and nothing here says what of its answers lasts", filepath.Base(file), op[1])
				}
			}
		}
	}
	if sent == 0 {
		t.Error("players send nothing")
	}
}
