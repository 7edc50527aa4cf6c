package playthrough_test

import (
	"errors"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/sim/rig"
	"jadebox/store"
)

func (w world) retrieve(d directory.Directory, key string, item store.ItemID) error {
	_, err := directory.Ask[store.Receipt](w.Context(), d, player.Kind, player.ID(w.who), player.Escrow{
		Op: &store.Op{Player: w.who, Key: key, Kind: "retrieve.request", At: time.Now(),
			Moves: []store.ItemMove{{Item: item, From: store.ItemPlace{Owner: w.who},
				To: store.ItemPlace{Owner: w.who, Status: store.ItemAwaitingDelivery}}}}})
	return err
}

func (w world) item() store.ItemID {
	w.Helper()
	items, _, err := w.Engine.Items(w.Context(), store.ItemQuery{Owner: w.who, Page: store.Page{Limit: 1}})
	if err != nil || len(items) != 1 {
		w.Fatal(items, err)
	}
	return items[0].ID
}

func TestWhatFragmentsBuyIsToBePlayed(t *testing.T) {
	inWorld(t, func(w world) {
		rig.Do[player.Granted](w.Rig, player.Kind, player.ID(w.who), player.Grant{Kind: sign.KindClaim, Key: "sign:f",
			Request: "f", Prizes: []prize.Prize{{Kind: prize.Debris, Num: 500}}})
		e := rig.Do[player.Exchanged](w.Rig, player.Kind, player.ID(w.who), player.Exchange{Key: "x", Def: 3,
			Fragments: 500})
		w.left(e.ValueCents)
		if err := w.retrieve(w.Dir, "r", e.Item); !errors.Is(err, player.ErrToPlay) {
			t.Errorf("retrieved before it was played: %v", err)
		}
	})
}
