package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"jadebox/actors/player"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/store/storetest/pgtest"
)

// late is what a process sees that looked before another kept anything.
type late struct{ *memory.Engine }

func (late) Kept(_ context.Context, key string) ([]byte, error) {
	return nil, fmt.Errorf("%w: kept %q", store.ErrNotFound, key)
}

// What is made once for a database is that of the process that kept it first, in each of two that made it.
func TestOfTwoThatMakeAKeyAtOnceBothGoByTheFirst(t *testing.T) {
	type catalogue interface {
		store.Catalog
		store.Ledger
		store.Log
	}
	for name, load := range map[string]func(catalogue) (any, error){
		"key of the public log": func(s catalogue) (any, error) {
			l, err := publiclog.Open(t.Context(), s, rand.Reader, logOrigin, zerolog.Nop())
			return l.PublicKey(), err
		},
		"shared key": func(s catalogue) (any, error) { return sharedKey(t.Context(), s, captchaKey) },
		"chain of the beacon": func(s catalogue) (any, error) {
			l, err := beacon.OpenLocalRounds(t.Context(), s, rand.Reader, time.Now, 100)
			return l.Anchors(), err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := memory.New(memory.Options{})
			var had []any
			for _, from := range []catalogue{s, late{s}, s} {
				value, err := load(from)
				if err != nil {
					t.Fatal(err)
				}
				had = append(had, value)
			}
			if !reflect.DeepEqual(had[1], had[0]) || !reflect.DeepEqual(had[2], had[0]) {
				t.Errorf("the first has %v, the second %v, a later one %v", had[0], had[1], had[2])
			}
		})
	}
}

// Two servers that start for the first time at once on one database, and what becomes of a player of both.
func TestTwoFirstStartsAtOnceAgree(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	keys := pgtest.KeysOf(t, dsn)
	var servers [2]*App
	var both errgroup.Group
	for i := range servers {
		both.Go(func() (err error) {
			c := live(dsn)
			c.IdentityKeys = keys
			servers[i], err = Start(t.Context(), c, zerolog.New(zerolog.NewTestWriter(t)).Level(zerolog.WarnLevel),
				unaudited)
			return err
		})
	}
	err := both.Wait()
	var has [2]map[string]any
	for i, a := range servers {
		if a == nil {
			continue
		}
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
			defer cancel()
			a.Stop(ctx)
		})
		sealed, err := a.api.Vault.Fingerprint("card", "1")
		if err != nil {
			t.Fatal(err)
		}
		has[i] = map[string]any{"log": a.publicLog.PublicKey(), "captcha": a.api.DeviceKey,
			"payments": a.api.Payments.CodeSecret, "beacon": a.beacon.Anchors(), "names": sealed}
	}
	if err != nil {
		t.Fatal(err)
	}
	for what, first := range has[0] {
		if !reflect.DeepEqual(first, has[1][what]) {
			t.Errorf("%s: %v and %v", what, first, has[1][what])
		}
	}
	seesWhatTheOtherDoes(t, servers)
}

// seesWhatTheOtherDoes has the player's actor of the second server read ops that the first has committed.
func seesWhatTheOtherDoes(t *testing.T, servers [2]*App) {
	t.Helper()
	p, err := servers[0].db.Register(t.Context(), store.NewPlayer{Name: "Both001", UserSeed: "seed",
		SpreadCode: "BOTH", At: time.Now()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wallet := func(a *App) int64 {
		w, err := directory.Ask[protocol.Wallet](t.Context(), a.directory, player.Kind, player.ID(p.ID),
			player.Wallet{})
		if err != nil {
			t.Fatal(err)
		}
		return w.GemsCents
	}
	if was := wallet(servers[1]); was != 0 {
		t.Fatal(was)
	}
	for i, want := range []int64{500, 700} {
		if _, err := servers[0].db.Commit(t.Context(), &store.Op{Key: fmt.Sprint("gift", i), Kind: "test.gift",
			At: time.Now(), Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p.ID),
				AmountCents: want - int64(i)*500}}}); err != nil {
			t.Fatal(err)
		}
		for began := time.Now(); wallet(servers[1]) != want; time.Sleep(100 * time.Millisecond) {
			if time.Since(began) > 10*time.Second { // freshEvery, and what a busy machine takes
				t.Fatalf("after gift %d the other server shows %d", i, wallet(servers[1]))
			}
		}
	}
}
