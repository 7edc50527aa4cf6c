package audit

import (
	"strings"
	"testing"

	"jadebox/store/memory"
)

func TestACheckpointIsANoteOrASavedAnswerAndNothingElsePasses(t *testing.T) {
	for text, want := range map[string]struct {
		note string
		held bool
	}{
		"a note\n": {"a note\n", true},
		`{"code":200,"data":{"size":3,"checkpoint":"a note","publicKey":"k"}}`: {"a note", true},
		`{"code":200,"data":{"size":0,"checkpoint":"","publicKey":"k"}}`:       {"", false},
		``:                                       {``, true},
		`{"code":5000,"msg":"away","data":null}`: {`{"code":5000,"msg":"away","data":null}`, true},
		`{"data":{"checkpoint":""}}`:             {`{"data":{"checkpoint":""}}`, true},
	} {
		if note, held := checkpoint([]byte(text)); note != want.note || held != want.held {
			t.Errorf("%q: %q, %t", text, note, held)
		}
	}
}

func TestTheVerdictSaysWhenNothingThatIsRememberedWasGiven(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want bool
	}{{Options{}, true}, {Options{LogKey: "key"}, false}, {Options{Checkpoints: []string{"note"}}, false}} {
		r, err := Check(t.Context(), memory.New(memory.Options{}), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		clear(r.Counts) // an empty log is not signed by the key, nor does it go on from the note
		var out strings.Builder
		if err := r.Print(&out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "public log    holds, by this database's own word"); got != c.want {
			t.Errorf("%+v: the verdict says it: %v\n%s", c.opt, got, out.String())
		}
	}
}
