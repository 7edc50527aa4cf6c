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
			if why, plain := k.plain[op.Kind]; has == plain || plain && why == "" {
				t.Errorf("%s: tools/audit/%s.go has a rule, or a reason against one, and not both", op.Kind, spec.Kind)
			}
		}
	}
	for kind := range kindsAudited {
		if _, there := kinds.All.Of(kind); !there {
			t.Errorf("%s is audited, and no kind of room", kind)
		}
	}
}
