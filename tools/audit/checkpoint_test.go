package audit

import "testing"

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
