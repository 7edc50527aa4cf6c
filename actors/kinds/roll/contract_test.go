package roll_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"testing"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/actors/room"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

const contractActs = 4

// official opens a room of the house; one that asks for a password of its own for each is published later.
func official(r *rig.Rig, joinType, password string) store.RoomID {
	r.Helper()
	c, err := roll.Open(r.Context(), r.Engine, r.Dir, roll.Create{Key: "house-roll-1",
		Publish: joinType != protocol.RollJoinOncePassword, Setup: roll.Setup{Name: "Official",
			JoinType: joinType, Password: password, OpenAtMS: time.Now().Add(2 * time.Minute).UnixMilli(),
			GemsCents: []int64{700, 300},
			House:     []roll.HousePrize{{Def: 3, ValueCents: 400}}}})
	if err != nil {
		r.Fatal(err)
	}
	return c.ID
}

func TestContract(t *testing.T) {
	roomtest.Run(t, roll.Spec, roomtest.Driver{
		Open:  func(r *rig.Rig) store.RoomID { return official(r, protocol.RollJoinOpen, "") },
		Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1) },
		Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
			return roll.Join{Key: fmt.Sprint("act-", n), Player: p}
		},
		Acts: contractActs, View: roll.View{}, Secrets: []string{"token", "salt"}, Ends: 6 * time.Minute,
	})
}

// hashes are what a record keeps of passwords instead of them, so much of each hash, in all forms.
func hashes(r *rig.Rig, id store.RoomID, size int, passwords []string) (forms []string) {
	r.Helper()
	rec, err := r.Engine.Room(r.Context(), id)
	if err != nil {
		r.Fatal(err)
	}
	salt, err := base64.StdEncoding.DecodeString(string(regexp.MustCompile(`"salt":"([^"]+)"`).
		FindSubmatch(rec.State)[1]))
	if err != nil {
		r.Fatal(err)
	}
	for _, p := range passwords {
		whole := sha256.Sum256(fmt.Appendf(nil, "roll/password %d %x %s", id, salt, p))
		hash := whole[:size]
		if text := base64.StdEncoding.EncodeToString(hash); !bytes.Contains(rec.State, hash) &&
			!bytes.Contains(rec.State, []byte(text)) {
			r.Errorf("the record has no hash of %s", p)
		}
		forms = append(forms, string(hash), hex.EncodeToString(hash), base64.StdEncoding.EncodeToString(hash))
	}
	return forms
}

// A player who was given a password is let in by it: no view shows one, or the hash that the record keeps of it.
func TestNoPasswordOfARoomIsShown(t *testing.T) {
	for _, c := range []struct {
		joinType, password string
		secrets            []string
		size               int // of a hash, in bytes
	}{
		{protocol.RollJoinPassword, "sesame of 1001 nights", []string{"token", "salt", "password"}, 32},
		{protocol.RollJoinOncePassword, "", []string{"token", "salt"}, 16},
	} {
		t.Run(c.joinType, func(t *testing.T) {
			var words []string
			roomtest.Hides(t, roll.Spec, roomtest.Driver{
				Open: func(r *rig.Rig) store.RoomID {
					id := official(r, c.joinType, c.password)
					if words = []string{c.password}; c.password == "" {
						words = rig.Do[roll.Passwords](r, roll.Kind, room.ID(id), roll.MakePasswords{Key: "words",
							Count: contractActs}).List
						rig.Do[protocol.RollSnapshot](r, roll.Kind, room.ID(id), roll.Publish{Key: "publish"})
					}
					return id
				},
				Guest: func(r *rig.Rig) store.PlayerID { return r.Player(1) },
				Act: func(_ *rig.Rig, _ store.RoomID, p store.PlayerID, n int) any {
					return roll.Join{Key: fmt.Sprint("act-", n), Player: p, Password: words[n%len(words)]}
				},
				Unseen: func(r *rig.Rig, id store.RoomID) []string {
					return append(hashes(r, id, c.size, words), words...)
				},
				Acts: contractActs, View: roll.View{}, Secrets: c.secrets, Ends: 6 * time.Minute,
			})
		})
	}
}
