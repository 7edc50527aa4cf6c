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

	"jadebox/actors/runtime/beacon"
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
}
