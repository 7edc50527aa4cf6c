package roomtest

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
)

func (suite) secrets(b *table) {
	var early, all []string // what was published before the end, and in all
	look := func() {
		b.Helper()
		b.Settle()
		asked, request := b.admitted()
		view, err := json.Marshal(b.insist(asked))
		if err != nil {
			b.Fatal(err)
		}
		snap := rig.Do[publish.Snapshot](b.Rig, b.spec.Kind, room.ID(b.id), request)
		said := []string{string(view), string(snap.Body)}
		topics := []string{b.topic()}
		for _, one := range b.spec.Beside {
			topics = append(topics, one.Topic)
		}
		for _, topic := range topics {
			for _, e := range b.Hub.Events(topic) {
				said = append(said, string(e.Body))
			}
		}
		if all = append(all, said...); !b.stored().Status.Final() {
			early = append(early, said...)
		}
	}
	look()
	b.ready()
	for range b.Acts {
		b.insist(b.next())
		look()
	}
	for end := time.Now().Add(b.Ends); b.Finish == nil && time.Now().Before(end) &&
		!b.stored().Status.Final(); time.Sleep(time.Second) {
		look()
	}
	b.settled()
	look()
	bundle, _, err := b.spec.Bundle(b.Context(), b.Engine, b.Catalog, room.ID(b.id))
	if err != nil || bundle.Key == "" {
		b.Fatalf("the proof has no key: %v", err)
	}
	if key := b.hidden("key"); !slices.Contains(key, bundle.Key) {
		b.Errorf("the record keeps the key %s, the proof shows %s", key, bundle.Key)
	}
	unseen(b, "key", b.hidden("key"), early)
	for _, name := range b.Secrets {
		unseen(b, name, b.hidden(name), all)
	}
	if b.Unseen != nil {
		unseen(b, "word", b.Unseen(b.Rig, b.id), all)
	}
}

// unseen asserts that none of the forms of a secret stands in any of the texts.
func unseen(b *table, name string, forms, texts []string) {
	b.Helper()
	if len(forms) == 0 {
		b.Errorf("there is no %s to be hidden", name)
	}
	for _, secret := range forms {
		for _, text := range texts {
			if strings.Contains(text, secret) {
				b.Errorf("the %s %s stands in %q", name, secret, text)
			}
		}
	}
}

// hidden is a field of the stored record: as it stands there and, where it is base64 or hex, as the bytes and their
// other forms.
func (b *table) hidden(name string) []string {
	b.Helper()
	field := regexp.MustCompile(`"` + name + `":"([^"]{16,})"`).FindSubmatch(b.stored().State)
	if field == nil {
		b.Fatalf("the stored record has no secret %q", name)
	}
	forms := []string{string(field[1])}
	for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.StdEncoding.DecodeString} {
		if raw, err := decode(forms[0]); err == nil {
			forms = append(forms, string(raw), hex.EncodeToString(raw), base64.StdEncoding.EncodeToString(raw))
		}
	}
	return forms
}
