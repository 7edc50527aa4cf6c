package endtoend

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"jadebox/store/storetest/pgtest"
	"jadebox/tools/loadsim/client"
)

// A database may order texts as people of a language do: "a" before "B", and "z9" before "z10". What walks through keys
// goes by bytes all the same: a site on such a database is played, goes on, and is sound.
func TestASiteOnADatabaseThatOrdersTextsOtherwiseIsSound(t *testing.T) {
	admin, err := pgx.Connect(t.Context(), pgtest.Server(t).DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(t.Context())
	const name = "jadebox_collated"
	if _, err := admin.Exec(t.Context(), `CREATE DATABASE `+name+` TEMPLATE template0 ENCODING UTF8 LOCALE 'C'
		LOCALE_PROVIDER icu ICU_LOCALE 'en-US-u-kn-true'`); err != nil {
		t.Skipf("this PostgreSQL knows no order of a language: %v", err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		again, err := pgx.Connect(ctx, pgtest.Server(t).DSN())
		if err == nil {
			_, err = again.Exec(ctx, `DROP DATABASE `+name+` WITH (FORCE)`)
			again.Close(ctx)
		}
		if err != nil {
			t.Error(err)
		}
	})
	dsn := pgtest.WithDatabase(pgtest.Server(t).DSN(), name)
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	var byPeople bool
	err = c.QueryRow(t.Context(), `SELECT 'a' < 'B' AND 'z9' < 'z10'`).Scan(&byPeople)
	c.Close(t.Context())
	if err != nil || !byPeople {
		t.Fatalf("texts are ordered by bytes after all: %t, %v", byPeople, err)
	}

	first := start(t, dsn)
	people := make([]*person, 12)
	for i := range people {
		people[i] = first.register(fmt.Sprintf("%c%sorder%d", 'a'+byte(i%3), strings.Repeat("z", i%2+1), 8+i))
	}
	box := cheapest(people[0])
	opens := func(p *person, round int) {
		for n := range 3 {
			for _, key := range []string{"a", "B", "z9", "z10"} {
				answer[client.Opened](p, client.NewCall(client.PathOpen(box.ID), fmt.Sprintf("%s%d-%d", key, round, n),
					client.OpenBox{Count: 1, PriceCents: box.PriceCents}))
			}
		}
	}
	for _, p := range people[:6] {
		opens(p, 1)
	}
	first.stop()
	first.sound()

	second := start(t, dsn)
	defer func() { second.stop(); second.sound() }()
	for _, old := range people {
		p := &person{server: second, Conn: &client.Conn{Target: second.target(), Token: old.Token}, name: old.name}
		opens(p, 2)
		opens(p, 1) // what the first has done is not done again
		if u := get[client.User](p, client.PathInfo); int64(u.Balance) != welcome-24*box.PriceCents || u.BagNum != 24 {
			t.Errorf("%s has %d cents and %d items", p.name, u.Balance, u.BagNum)
		}
		p.Conn.Close()
	}
}
