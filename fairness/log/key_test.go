package log

import "testing"

// Stored logs have these keys: a prefix that is changed finds none of their leaves.
func TestTheKeyOfALeafIsOfOneKindAndStaysWhatItIs(t *testing.T) {
	kept := map[Prefix]string{KeyOpen: "open:", KeyCommit: "commit:", KeyLock: "lock:", KeyRoot: "root:",
		KeyTicket: "ticket:", KeyResult: "result:", KeyVoid: "void:", KeyEnd: "end:", KeyReveal: "reveal:",
		KeyOdds: "odds:"}
	for p, text := range kept {
		key := p.Of("battle:7")
		if key != text+"battle:7" {
			t.Errorf("%s is the key of a leaf under %s", key, text)
		}
		for other := range kept {
			if what, ok := other.Cut(key); ok != (other == p) || ok && what != "battle:7" {
				t.Errorf("%s is cut by %s: %q, %t", key, other, what, ok)
			}
		}
	}
}
