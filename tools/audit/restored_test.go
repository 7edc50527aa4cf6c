//go:build unix

package audit_test

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
)

// wentBack marks the world as one that was restored, as jadebox restore does, before something else is done to it.
func wentBack(then func(h *handTamper)) func(h *handTamper) {
	return func(h *handTamper) {
		h.Helper()
		e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{Writers: 1})
		h.ok(err)
		defer e.Close()
		at, err := e.NewestTime(h.Context())
		h.ok(err)
		at = at.Truncate(time.Millisecond).Add(time.Millisecond)
		log, err := publiclog.Continue(h.Context(), e, rand.Reader, "jadebox", at.Add(-time.Hour), at)
		h.ok(err)
		h.ok(postgres.MarkRestored(h.Context(), h.dsn, postgres.Restored{LogKey: log.Key, Checkpoint: log.Checkpoint}))
		_, err = e.Commit(h.Context(), log.Op)
		h.ok(err)
		then(h)
	}
}

const openedAgain = `UPDATE account SET next_nonce = 0 WHERE next_nonce = $1 AND id = $2`

// ofRestores are tamperings with what a restore has closed.
var ofRestores = []tampering{
	{name: "an epoch of before a restore opened again", want: audit.Keys, do: wentBack(func(h *handTamper) {
		h.sql(openedAgain, store.NonceClosed, store.PlayerGems(2))
	})},
	{name: "a draw from an epoch of before a restore", want: audit.Results, do: wentBack(func(h *handTamper) {
		h.sql(openedAgain, store.NonceClosed, store.PlayerGems(2))
		epoch := value[int32](h, `SELECT seed_epoch FROM account WHERE id = $1`, store.PlayerGems(2))
		h.forge(&store.Op{Player: 2, Key: "again", Kind: "box.void", At: h.end.Add(time.Minute),
			Nonce: &store.NonceUse{Player: 2, Epoch: store.Epoch(epoch), Count: 1}})
	})},
	{name: "a room of before a restore that goes on", want: audit.Rooms, do: wentBack(func(h *handTamper) {
		id := value[int64](h, `UPDATE room SET status = 1 WHERE id = (SELECT max(id) FROM room WHERE kind = 'battle')
			RETURNING id`)
		epoch := value[int32](h, `SELECT epoch FROM room WHERE id = $1`, id)
		version := value[int64](h, `SELECT version FROM room WHERE id = $1`, id)
		h.forge(&store.Op{Key: "on", Kind: "battle.lock", At: h.end.Add(time.Minute), Room: &store.RoomWrite{
			Room: store.RoomID(id), Kind: "battle", Epoch: store.Epoch(epoch), FromVersion: uint64(version),
			FromStatus: store.RoomOpen, Status: store.RoomLocked, State: []byte("{}"),
			Deadline: h.end.Add(time.Hour)}})
	})},
	{name: "a restore that the log's key has not signed", want: audit.Log, do: wentBack(func(h *handTamper) {
		h.rewrite(h.opOf(publiclog.KindRestored, 0), func(rec *store.OpRecord) {
			text := string(rec.Leaves[0].Data)
			rec.Leaves[0].Data = []byte(strings.Replace(text, "moment-ms=", "moment-ms=1", 1))
		})
	})},
}

func TestARestoreIsNoTampering(t *testing.T) {
	dsn, end := copyOfWorld(t)
	h := &handTamper{T: t, dsn: dsn, end: end}
	wentBack(func(*handTamper) {})(h)
	r, err := audit.CheckDSN(t.Context(), dsn, ofSiteAt(end.Add(time.Second)))
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() || !strings.Contains(fmt.Sprint(r.Notes), "the site went back") {
		t.Errorf("%+v", r)
	}
}
