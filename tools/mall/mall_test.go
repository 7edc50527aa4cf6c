package mall

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"jadebox/actors/settings"
	"jadebox/actors/shop/mall"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

func TestALotIsPutUpAndTakenAway(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	if err := db.PutItemDefs(t.Context(), []store.ItemDef{{ID: 7, Slug: "a"}}); err != nil {
		t.Fatal(err)
	}
	run := func(line string) (mall.Settings, error) {
		if _, err := operatortest.Run(t.Context(), &Command{}, db, time.Now(), "",
			strings.Fields(line)...); err != nil {
			return mall.Settings{}, err
		}
		return mall.Setting.Read(t.Context(), db)
	}
	if now, err := run("stock 7 3"); err != nil || now.Own[7].Lot == 0 || now.MarkupPPM != 30_000 {
		t.Fatalf("%+v, %v", now, err)
	}
	for _, bad := range []string{"", "stock 7", "stock 7 -1", "stock 7 1.5", "stock 0 1", "stock x 1",
		"stock 7 1000001"} {
		if now, err := run(bad); err == nil {
			t.Errorf("%q: %+v", bad, now)
		}
	}
	if now, err := run("stock 7 0"); err != nil || now.Own[7].Lot != 0 {
		t.Fatalf("%+v, %v", now, err)
	}
}

// watched counts what is written, and may have no catalogue to compute the return from.
type watched struct {
	store.Engine
	blind   error
	written int
}

func (w *watched) Boxes(ctx context.Context) ([]store.Box, error) {
	if w.blind != nil {
		return nil, w.blind
	}
	return w.Engine.Boxes(ctx)
}

func (w *watched) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	w.written++
	return w.Engine.Commit(ctx, op)
}

func (w *watched) SetSetting(ctx context.Context, c store.SettingChange) (int64, error) {
	w.written++
	return w.Engine.SetSetting(ctx, c)
}

// The stock is a setting like others: what cannot be held to the rest, or whose return is unknown, is refused
// before anything is written.
func TestALotThatCannotBeNamedIsNotPutUp(t *testing.T) {
	unread := errors.New("the catalogue is away")
	for name, c := range map[string]struct {
		held  string
		blind error
	}{
		"settings that cannot be read": {held: `{"markupPpm":-1}`},
		"a return that cannot be said": {held: `{}`, blind: unread},
	} {
		t.Run(name, func(t *testing.T) {
			db := &watched{Engine: memory.New(memory.Options{})}
			defer db.Close()
			now, err := db.Settings(t.Context())
			if err == nil {
				_, err = settings.Put(t.Context(), db.Engine, mall.Setting.Name, now, []byte(c.held),
					settings.Who{Author: "test", At: time.Now()})
			}
			if err != nil {
				t.Fatal(err)
			}
			db.blind = c.blind
			_, err = operatortest.Run(t.Context(), &Command{}, db, time.Now(), "", "stock", "7", "3")
			if err == nil || c.blind != nil && !errors.Is(err, c.blind) || db.written != 0 {
				t.Errorf("%v, %d written", err, db.written)
			}
		})
	}
}
