//go:build linux

package phases

import (
	"errors"
	"strings"
	"testing"

	"jadebox/actors/kinds"
)

func TestEveryKindOfRoomIsKilledInItsPhases(t *testing.T) {
	for _, spec := range kinds.All {
		k, here := registered[spec.Kind]
		if _, there := elsewhere[spec.Kind]; here == there {
			t.Errorf("%s: kinds of rooms are killed by tools/kill/phases/%s.go or by another part of tools/kill, one of both",
				spec.Kind, spec.Kind)
			continue
		}
		if here && (len(k.phases) == 0 || len(k.midway)+len(k.locked) == 0) {
			t.Errorf("%s: no phase that a crash point must fall in, or no operation that must be under way", spec.Kind)
		}
		for _, phase := range k.phases {
			if !strings.HasPrefix(phase, spec.Kind+" ") {
				t.Errorf("%s has the phase %q", spec.Kind, phase)
			}
		}
	}
	for kind := range registered {
		if _, known := kinds.All.Of(kind); !known {
			t.Errorf("tools/kill/phases plays %s, which is no kind of room", kind)
		}
	}
	for kind := range elsewhere {
		if _, known := kinds.All.Of(kind); !known {
			t.Errorf("tools/kill says where %s is killed, which is no kind of room", kind)
		}
	}
}

func TestOneKindOfRoomIsKilledInItsOwnPhasesAlone(t *testing.T) {
	all := strings.Join(Phases(""), "\n")
	for kind, k := range registered {
		own := Phases(kind)
		if len(own) != len(k.phases)+len(k.midway)+len(k.locked) {
			t.Errorf("%s is killed in %q", kind, own)
		}
		for _, phase := range own {
			if !strings.HasPrefix(phase, kind+" ") && !strings.HasPrefix(phase, kind+".") ||
				!strings.Contains(all, phase) {
				t.Errorf("%s alone has the phase %q", kind, phase)
			}
		}
	}
	if _, err := Run(t.Context(), Options{Dir: t.TempDir(), Kind: "nothing"}); !errors.Is(err, ErrKind) {
		t.Errorf("a kind that is not there: %v", err)
	}
}
