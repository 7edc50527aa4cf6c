package audit

import (
	"testing"

	"jadebox/actors/kinds"
)

func TestEveryKindOfRoomIsAudited(t *testing.T) {
	for _, spec := range kinds.All {
		k, there := kindsAudited[spec.Kind]
		if !there || k.outcome == nil {
			t.Errorf("%s: tools/audit/%s.go does not say what a room comes to", spec.Kind, spec.Kind)
			continue
		}
		for _, op := range spec.Ops {
			_, has := k.ops[op.Kind]
			if _, outside := rules[op.Kind]; has == outside {
				t.Errorf("%s: tools/audit/%s.go has a rule for it, or it is in the list of kinds outside of rooms",
					op.Kind, spec.Kind)
			}
		}
	}
	for kind := range kindsAudited {
		if _, there := kinds.All.Of(kind); !there {
			t.Errorf("%s is audited, and no kind of room", kind)
		}
	}
}
