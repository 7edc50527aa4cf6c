//go:build unix

package audit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/runtime/siteclock"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
	"jadebox/tools/operator/operatortest"
)

var at = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)

// play fills an engine with every kind of op and leaves one room open.
func play(t *testing.T, e store.Engine) (players []store.PlayerID, item store.ItemID, room store.RoomID) {
	t.Helper()
	ctx := t.Context()
	commit := func(op *store.Op) store.Receipt {
		t.Helper()
		r, err := e.Commit(ctx, op)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for i := range 3 {
		p, err := e.Register(ctx, store.NewPlayer{Name: fmt.Sprint("player", i), At: at},
			&store.Op{Key: "welcome", Kind: "player.welcome", At: at,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1000}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.OpenSeedEpoch(ctx, store.SeedEpoch{Player: p.ID, Epoch: 1, OpenedAt: at}); err != nil {
			t.Fatal(err)
		}
		players = append(players, p.ID)
		for n := range 2 {
			item = commit(&store.Op{Player: p.ID, Key: fmt.Sprint("open", n), Kind: "box.open", At: at,
				Postings: []store.Posting{{Debit: store.PlayerGems(p.ID), Credit: store.House, AmountCents: 100}},
				NewItems: []store.NewItem{{Owner: p.ID, Def: 1, ValueCents: 50, Source: store.FromBox}},
				Nonce:    &store.NonceUse{Player: p.ID, Epoch: 1, From: uint64(n), Count: 1},
				Leaves:   []store.LogLeaf{result(t, p.ID, uint64(n), "")}}).ItemID(0)
		}
		commit(&store.Op{Player: p.ID, Key: "sell", Kind: "item.sell", At: at,
			Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p.ID), AmountCents: 50}},
			Moves: []store.ItemMove{{Item: item, From: store.ItemPlace{Owner: p.ID}, To: store.ItemPlace{Owner: p.ID,
				Status: store.ItemSold}}}})
	}
	for i := range 2 {
		var err error
		if room, err = e.NewRoomID(ctx); err != nil {
			t.Fatal(err)
		}
		commit(&store.Op{Player: players[0], Key: fmt.Sprint("create", room), Kind: "battle.create", At: at,
			Postings: []store.Posting{{Debit: store.PlayerGems(players[0]), Credit: store.RoomEscrow(room),
				AmountCents: 100}},
			Room: &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, Status: store.RoomOpen, State: []byte("s"),
				Deadline: at.Add(time.Hour), Member: players[0]}})
		if i == 0 {
			commit(&store.Op{Key: fmt.Sprintf("battle:%d:void", room), Kind: "battle.void", At: at,
				Postings: []store.Posting{{Debit: store.RoomEscrow(room), Credit: store.PlayerGems(players[0]),
					AmountCents: 100}},
				Room: &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, FromVersion: 1,
					FromStatus: store.RoomOpen, Status: store.RoomVoid, State: []byte("v")}})
		}
	}
	return players, item, room
}

// result is a published result; a wrong hash makes it a lie.
func result(t *testing.T, p store.PlayerID, n uint64, resultHash string) store.LogLeaf {
	t.Helper()
	seed := fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, p, n)))
	o, err := fairness.Roll("seed", seed)
	if err != nil {
		t.Fatal(err)
	}
	if resultHash == "" {
		resultHash = o.ResultHash
	}
	hash := strings.Repeat("ab", 32)
	scope := fairness.SoloScope(int64(p), 1)
	data, err := log.Result{Scope: scope, N: n, Player: int64(p), Box: 1, OddsHash: hash, StakeCents: 100, Item: 1,
		ValueCents: 50, UserSeed: "seed",
		ServerSeed: seed, ServerHash: fairness.ServerHash(seed), ResultHash: resultHash, V: o.V, Ctx: hash,
		Beacon: hash, AtMS: at.UnixMilli()}.Leaf()
	if err != nil {
		t.Fatal(err)
	}
	return store.LogLeaf{Key: fmt.Sprintf("result:%d-%d", p, n), Data: data}
}

func clock() time.Time { return at.Add(time.Minute) }

func check(t *testing.T, s store.Auditable, opt audit.Options) *audit.Report {
	t.Helper()
	if opt.Now == nil {
		opt.Now = clock
	}
	r, err := audit.Check(t.Context(), s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func engine(t *testing.T, dsn string) *postgres.Engine {
	t.Helper()
	later := func() time.Time { return time.Now().AddDate(2, 0, 0) } // than all that a test writes
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Clock: later})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func TestWhatIsPlayedIsCleanOnBothEngines(t *testing.T) {
	for name, e := range map[string]interface {
		store.Engine
		store.Auditable
	}{"memory": memory.New(memory.Options{}), "postgres": engine(t, pgtest.MigratedDSN(t))} {
		play(t, e)
		r := check(t, e, audit.Options{Stake: func(store.Room) (int64, bool) { return 100, true }})
		if !r.OK() || r.Ops != 15 || r.Items != 6 || r.Rooms != 2 || r.Results != 6 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestSeesEveryTampering changes one thing behind the engine's back and expects the invariant that it breaks.
func TestSeesEveryTampering(t *testing.T) {
	for name, c := range map[string]struct {
		sql  string
		want audit.Invariant
	}{
		"balance raised": {
			`UPDATE account SET balance = balance + 1 WHERE id = (SELECT max(id) FROM account WHERE id & 255 = 1)`,
			audit.Ledger},
		"balance row deleted": {`DELETE FROM account WHERE id & 255 = 1 AND id = (SELECT min(id) FROM account)`,
			audit.Ledger},
		"money without entries": {`INSERT INTO account VALUES (99 << 8 | 1, 5)`, audit.Ledger},
		"transfer changed": {`UPDATE transfer SET amount = amount + 1 WHERE op = (SELECT max(op) FROM transfer)`,
			audit.Ledger},
		"transfer deleted":       {`DELETE FROM transfer WHERE op = (SELECT min(op) FROM transfer)`, audit.Ledger},
		"transfer of no op":      {`INSERT INTO transfer VALUES (7, 16, 17, 5, 0)`, audit.Ledger},
		"overdraft":              {`ALTER TABLE account DROP CONSTRAINT no_overdraft; UPDATE account SET balance = -1 WHERE id = (SELECT max(id) FROM account WHERE id & 255 = 1)`, audit.Ledger},
		"escrow of a final room": {`UPDATE room SET status = 5, deadline = NULL WHERE status = 1`, audit.Escrow},
		"escrow not as staked":   {`SELECT 1`, audit.Escrow},
		"escrow without a room":  {`DELETE FROM room WHERE status = 1`, audit.Escrow},
		"item stolen": {
			`UPDATE item SET owner = owner + 1 WHERE status = 0 AND id = (SELECT min(id) FROM item WHERE status = 0)`,
			audit.Items},
		"sold item back": {`UPDATE item SET status = 0 WHERE id = (SELECT min(id) FROM item WHERE status = 2)`,
			audit.Items},
		"item worth more": {`UPDATE item SET value = value * 2 WHERE id = (SELECT min(id) FROM item)`,
			audit.Items},
		"item from nothing": {`INSERT INTO item VALUES (1, 1, now(), 5, 1, 1, 0)`, audit.Items},
		"item gone":         {`DELETE FROM item WHERE id = (SELECT min(id) FROM item)`, audit.Items},
		"nonce given back":  {`UPDATE account SET next_nonce = 1 WHERE next_nonce = 2`, audit.Keys},
		"key changed":       {`UPDATE op SET key = 'other' WHERE id = (SELECT min(id) FROM op)`, audit.Chain},
		"result changed":    {`UPDATE op SET result = 'x' WHERE id = (SELECT max(id) FROM op)`, audit.Chain},
		"time changed": {`UPDATE op SET at = at + interval '1 second' WHERE id = (SELECT max(id) FROM op)`,
			audit.Chain},
		"op deleted":              {`DELETE FROM op WHERE id = (SELECT min(id) FROM op)`, audit.Chain},
		"op of no writer":         {`DELETE FROM writer WHERE id = (SELECT min(id >> 40) FROM op)`, audit.Chain},
		"two effects for one key": {`ALTER TABLE op DROP CONSTRAINT op_key; INSERT INTO op SELECT id + 1, player, at, key, kind, request, chain, body, result FROM op ORDER BY id DESC LIMIT 1`, audit.Keys},
		"room state changed":      {`UPDATE room SET state = 'forged' WHERE status = 1`, audit.Rooms},
		"room reopened":           {`UPDATE room SET status = 1 WHERE status = 5`, audit.Rooms},
		"room version changed":    {`UPDATE room SET version = 9 WHERE status = 1`, audit.Rooms},
		"room stuck":              {`SELECT 1`, audit.Deadlines},
		"statement emptied":       {`DELETE FROM entry`, audit.Statement},
		"statement of another":    {`UPDATE entry SET player = player + 1`, audit.Statement},
		"statement at a time":     {`UPDATE entry SET at = at + interval '1 day'`, audit.Statement},
		"statement of a kind":     {`UPDATE entry SET list = 'others/battle.win'`, audit.Statement},
		"statement with strange": {
			`INSERT INTO entry SELECT player, 'others/battle.win', at, id FROM op WHERE player > 0 LIMIT 1`,
			audit.Statement},
		"kind without a name": {`SELECT 1`, audit.Statement},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := pgtest.MigratedDSN(t)
			e := engine(t, dsn)
			play(t, e)
			if r := check(t, e, audit.Options{}); !r.OK() {
				t.Fatalf("before: %+v", r)
			}
			opt := audit.Options{}
			switch name {
			case "escrow not as staked":
				opt.Stake = func(store.Room) (int64, bool) { return 200, true }
			case "kind without a name":
				opt.Named = func(kind string) bool { return kind != "item.sell" }
			case "room stuck":
				opt.Now = func() time.Time { return at.Add(3 * time.Hour) }
				playOn(t, e, at.Add(2*time.Hour))
			}
			conn, err := pgx.Connect(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(context.Background())
			if _, err := conn.Exec(t.Context(), c.sql, pgx.QueryExecModeSimpleProtocol); err != nil {
				t.Fatal(err)
			}
			if r := check(t, e, opt); r.Counts[c.want] == 0 {
				t.Errorf("not seen as %v: %+v", c.want, r.Violations)
			}
		})
	}
}

// playOn has the site played on for a while after it was off.
func playOn(t *testing.T, e store.Ledger, from time.Time) {
	t.Helper()
	for n := range 30 {
		if _, err := e.Commit(t.Context(), &store.Op{Key: fmt.Sprint("later", n), Kind: "demo.test",
			At: from.Add(time.Duration(n) * 3 * time.Second)}); err != nil {
			t.Fatal(err)
		}
	}
}

// withoutALog audits a site that has never written its log or a seal. For a minute and a half a player has acted on it,
// or commands alone, and leaves of that wait.
func withoutALog(t *testing.T, played bool) *audit.Report {
	t.Helper()
	dsn := pgtest.MigratedDSN(t)
	e := engine(t, dsn)
	now := time.Now().Truncate(time.Second)
	var who store.PlayerID
	if played {
		p, err := e.Register(t.Context(), store.NewPlayer{Name: "Alice01", SpreadCode: "a", At: now}, nil)
		if err != nil {
			t.Fatal(err)
		}
		who = p.ID
	}
	for n := range 30 {
		if _, err := e.Commit(t.Context(), &store.Op{Player: who, Key: fmt.Sprint("act", n), Kind: "demo.test",
			At:     now.Add(time.Duration(n) * 3 * time.Second),
			Leaves: []store.LogLeaf{{Key: fmt.Sprint("leaf", n), Data: []byte("leaf")}}}); err != nil {
			t.Fatal(err)
		}
	}
	return auditAt(t, dsn, now.Add(2*time.Minute))
}

// What commands write before a server has ever run waits for that server's first start.
func TestWhatCommandsWriteBeforeTheFirstStartIsLateAndNotBroken(t *testing.T) {
	if r := withoutALog(t, false); !r.OK() ||
		!slices.Contains(r.Notes, "30 leaves wait for the public log: late, not broken") {
		t.Errorf("%+v", r)
	}
}

// A server from which log and seals were taken before its first start is no site that has not begun yet.
func TestASiteThatIsPlayedOnAndNeverWritesItsLogIsBroken(t *testing.T) {
	if r := withoutALog(t, true); r.Counts[audit.Log] == 0 {
		t.Errorf("%+v", r)
	}
}

// A site that was off for a year is as it was: what waits for it is late, and nothing is broken. So it is when it was
// killed before its log was written, and when it has just come up again.
func TestASiteThatWasOffIsLateAndNotBroken(t *testing.T) {
	dsn, end := copyOfWorld(t)
	e := engine(t, dsn)
	leaf := store.LogLeaf{Key: "late", Data: []byte("late")}
	commit := func(key string, at time.Time, leaves ...store.LogLeaf) {
		t.Helper()
		if _, err := e.Commit(t.Context(), &store.Op{Key: key, Kind: "demo.test", At: at, Leaves: leaves}); err != nil {
			t.Fatal(err)
		}
	}
	commit("killed", end, leaf)
	year := end.AddDate(1, 0, 0)
	late := func(when string) {
		t.Helper()
		if r := auditAt(t, dsn, year); !r.OK() || len(r.Notes) != 3 {
			t.Errorf("%s: %+v", when, r)
		}
	}
	late("while it is off")
	commit("up again", year)
	late("up again")
	playOn(t, e, year)
	if r := auditAt(t, dsn, year.Add(2*time.Minute)); r.Counts[audit.Deadlines] == 0 || r.Counts[audit.Log] == 0 {
		t.Errorf("rooms and log wait while the site is played on: %+v", r)
	}
}

// Wish cards are a ledger of their own, with its own escrow.
func TestSeesWishCardsLeftInEscrow(t *testing.T) {
	e := memory.New(memory.Options{})
	players, _, _ := play(t, e)
	stakes := audit.Options{Now: clock, WishCardStake: func(r store.Room) (int64, bool) {
		if r.Kind == "wish" {
			return 2, true
		}
		return 0, true
	}}
	live := audit.NewLive(e, stakes)
	room, err := e.NewRoomID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write := store.RoomWrite{Room: room, Kind: "wish", Epoch: 1, Status: store.RoomOpen, State: []byte("s"),
		Deadline: at.Add(time.Hour)}
	player, held := store.PlayerWishCards(players[0]), store.RoomWishCards(room)
	for i, step := range []struct {
		postings []store.Posting
		found    int
	}{
		{[]store.Posting{{Debit: store.HouseWishCards, Credit: player, AmountCents: 5},
			{Debit: player, Credit: held, AmountCents: 2}}, 0},
		{[]store.Posting{{Debit: player, Credit: held, AmountCents: 1}}, 1}, // more than was staked
		{nil, 1}, // over, and all of it is still there
	} {
		if i > 0 {
			write.FromVersion, write.FromStatus = uint64(i), store.RoomOpen
		}
		if i == 2 {
			write.Status, write.Deadline = store.RoomVoid, time.Time{}
		}
		if _, err := e.Commit(t.Context(), &store.Op{Player: players[0], Key: fmt.Sprint("wish", i), Kind: "wish.test",
			At: at, Postings: step.postings, Room: &write}); err != nil {
			t.Fatal(err)
		}
		pass, err := live.Pass(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]*audit.Report{"live": pass, "full": check(t, e, stakes)} {
			if r.Counts[audit.Escrow] != step.found || r.Total() != step.found {
				t.Errorf("%s audit, step %d: %+v", name, i, r.Violations)
			}
		}
	}
}

// A wish card of the wish tree comes once for each player, task and day.
func TestSeesWishCardsThatWereNotEarned(t *testing.T) {
	day := at.UTC().Format(time.DateOnly)
	for _, c := range []struct {
		key       string
		wishCards int64
		want      int
	}{
		{"wish:tree:" + day + ":open", 1, 0},
		{"wish:tree:" + day + ":battle", 1, 0},
		{"wish:tree:" + day + ":open", 2, 1},
		{"wish:tree:" + day + ":open:again", 1, 1},
		{"wish:tree:2020-01-01:open", 1, 1},
		{"client-key", 1, 1},
	} {
		e := memory.New(memory.Options{})
		players, _, _ := play(t, e)
		live := audit.NewLive(e, audit.Options{Now: clock})
		if _, err := live.Pass(t.Context()); err != nil { // it looks at what comes after
			t.Fatal(err)
		}
		_, err := e.Commit(t.Context(), &store.Op{Player: players[0], Key: c.key, Kind: wishtree.KindClaim, At: at,
			Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(players[0]),
				AmountCents: c.wishCards}}})
		if err != nil {
			t.Fatal(err)
		}
		pass, err := live.Pass(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]*audit.Report{"live": pass, "full": check(t, e, audit.Options{})} {
			if r.Counts[audit.Claims] != c.want || r.Total() != c.want {
				t.Errorf("%s audit of %d cards under %q: %+v", name, c.wishCards, c.key, r.Violations)
			}
		}
	}
}

// A room that ends must have given back what it held.
func TestSeesAnItemLeftInEscrow(t *testing.T) {
	e := memory.New(memory.Options{})
	players, _, _ := play(t, e)
	item := memoryItem(t, e, players[1])
	live := audit.NewLive(e, audit.Options{Now: clock})
	room, err := e.NewRoomID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write := store.RoomWrite{Room: room, Kind: "roll", Epoch: 1, Status: store.RoomOpen, State: []byte("s"),
		Deadline: at.Add(time.Hour)}
	held := store.ItemPlace{Owner: store.RoomHolder(room)}
	for i, found := range []int{0, 1} {
		op := &store.Op{Player: players[1], Key: fmt.Sprint("roll", i), Kind: "roll.test", At: at, Room: &write}
		if i == 0 {
			op.Moves = []store.ItemMove{{Item: item, From: store.ItemPlace{Owner: players[1]}, To: held}}
		}
		if _, err := e.Commit(t.Context(), op); err != nil {
			t.Fatal(err)
		}
		if r := check(t, e, audit.Options{}); r.Counts[audit.Items] != found || r.Total() != found {
			t.Errorf("%d: %+v", i, r)
		}
		if r, err := live.Pass(t.Context()); err != nil || !r.OK() {
			t.Errorf("live %d: %+v %v", i, r, err)
		}
		write.FromVersion, write.FromStatus, write.Status, write.Deadline = 1, store.RoomOpen, store.RoomVoid,
			time.Time{}
	}
}

// memoryItem is something that p still has.
func memoryItem(t *testing.T, e *memory.Engine, p store.PlayerID) store.ItemID {
	t.Helper()
	items, _, err := e.Items(t.Context(), store.ItemQuery{Owner: p, Statuses: []store.ItemStatus{store.ItemInBackpack},
		Page: store.Page{Limit: 1}})
	if err != nil || len(items) != 1 {
		t.Fatal(items, err)
	}
	return items[0].ID
}

func TestSeesALieInThePublicLog(t *testing.T) {
	e := memory.New(memory.Options{})
	players, _, _ := play(t, e)
	lie := result(t, players[0], 9, strings.Repeat("0", 64))
	if _, err := e.Commit(t.Context(), &store.Op{Player: players[0], Key: "lie", Kind: "box.open", At: at,
		Leaves: []store.LogLeaf{lie}}); err != nil {
		t.Fatal(err)
	}
	if r := check(t, e, audit.Options{}); r.Counts[audit.Results] != 1 || r.Total() != 1 {
		t.Errorf("%+v", r)
	}
}

// TestSeesThePlantedBugs runs the ledger with a guard missing, as the simulator does.
func TestSeesThePlantedBugs(t *testing.T) {
	for name, c := range map[string]struct {
		bugs memory.Bugs
		want audit.Invariant
	}{
		"no unique key":  {memory.Bugs{NoUniqueKey: true}, audit.Keys},
		"no funds guard": {memory.Bugs{NoFundsGuard: true}, audit.Ledger},
		"no nonce guard": {memory.Bugs{NoNonceGuard: true}, audit.Keys},
		"no room guard":  {memory.Bugs{NoRoomGuard: true}, audit.Rooms},
	} {
		e := memory.New(memory.Options{Bugs: c.bugs})
		players, _, room := play(t, e)
		p := players[0]
		for range 2 {
			e.Commit(t.Context(), &store.Op{Player: p, Key: "again", Kind: "test", At: at,
				Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: 5000}}})
			e.Commit(t.Context(), &store.Op{Player: p, Key: "small", Kind: "test", At: at,
				Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: 1}}})
		}
		e.Commit(t.Context(), &store.Op{Player: p, Key: "nonce", Kind: "test", At: at, Nonce: &store.NonceUse{Player: p,
			Epoch: 1, From: 0, Count: 1}})
		for i := range 2 {
			e.Commit(t.Context(), &store.Op{Key: fmt.Sprint("void", i), Kind: "test", At: at,
				Postings: []store.Posting{{Debit: store.RoomEscrow(room), Credit: store.PlayerGems(p),
					AmountCents: 50}},
				Room: &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, FromVersion: 1,
					FromStatus: store.RoomOpen, Status: store.RoomVoid}})
		}
		r := check(t, e, audit.Options{})
		if r.Counts[c.want] == 0 {
			t.Errorf("%s: %+v", name, r.Violations)
		}
	}
}

func TestTheLiveAuditorReadsOnlyWhatIsNew(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := engine(t, dsn)
	players, _, room := play(t, e)
	now := clock()
	live := audit.NewLive(e, audit.Options{Now: func() time.Time { return now }})
	pass := func(ops int64, want ...audit.Invariant) {
		t.Helper()
		r, err := live.Pass(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range want {
			if r.Counts[i] == 0 {
				t.Errorf("%v not seen: %+v", i, r.Violations)
			}
		}
		if r.Ops != ops || (len(want) == 0 && !r.OK()) {
			t.Errorf("%+v", r)
		}
	}
	exec := func(sql string, a ...any) {
		t.Helper()
		c, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(context.Background())
		if _, err := c.Exec(t.Context(), sql, a...); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	pay := func() {
		t.Helper()
		n++
		if _, err := e.Commit(t.Context(), &store.Op{Player: players[1], Key: fmt.Sprint("pay", n), Kind: "test",
			At: at,
			Postings: []store.Posting{{Debit: store.PlayerGems(players[1]), Credit: store.House,
				AmountCents: 1}}}); err != nil {
			t.Fatal(err)
		}
	}
	pass(0)
	pay()
	pass(1)
	pass(0)
	exec(`UPDATE account SET balance = balance + 1 WHERE id = $1`, store.PlayerGems(players[1]))
	pay()
	pass(1, audit.Ledger)
	pay()
	pass(1)
	pay()
	exec(`UPDATE op SET result = 'x' WHERE id = (SELECT id FROM op WHERE key = $1)`, fmt.Sprint("pay", n))
	pass(1, audit.Chain)
	now = at.Add(2 * time.Hour) // the site was off
	pass(0)
	now = now.Add(time.Minute)
	pass(0, audit.Deadlines)
	if _, err := e.Commit(t.Context(), &store.Op{Key: "void", Kind: "battle.void", At: at,
		Room: &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, FromVersion: 1, FromStatus: store.RoomOpen,
			Status: store.RoomVoid}}); err != nil {
		t.Fatal(err)
	}
	pass(1, audit.Escrow) // ended without paying back
}

func TestTheCommandFindsWhatIsBroken(t *testing.T) {
	dsn, end := copyOfWorld(t)
	execute(t, dsn, `UPDATE item SET value = value * 2 WHERE id = (SELECT max(id) FROM item)`)
	var out bytes.Buffer
	command := func(args ...string) (code int) {
		out.Reset()
		text, err := operatortest.Run(t.Context(), &audit.Command{}, nil, time.Now(), "", args...)
		out.WriteString(text)
		return operatortest.ExitCode(err)
	}
	if code := command("--database-url", dsn, "--json", "--trial"); code != 1 {
		t.Errorf("code %d: %s", code, out.String())
	}
	var r audit.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil || r.Counts[audit.Items] != 1 ||
		!r.Full {
		t.Errorf("%v: %+v", err, r)
	}
	if code := command("--database-url", "postgres://127.0.0.1:1/x?connect_timeout=1"); code != 2 {
		t.Errorf("code %d: %s", code, out.String())
	}
	if code := command(); code != 2 {
		t.Errorf("code %d without a database", code)
	}
	out.Reset()
	execute(t, dsn, `UPDATE item SET value = value / 2 WHERE id = (SELECT max(id) FROM item)`)
	if err := auditAt(t, dsn, end).Print(&out); err != nil || !strings.Contains(out.String(),
		"\n0 violations\n") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// The seals of a site are held to its own time, whatever that of the machine that audits it.
func TestAnAuditFromOutsideGoesByTheTimeOfTheSite(t *testing.T) {
	for name, site := range map[string]time.Duration{"its database's": 0, "a demo of tomorrow": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.MigratedDSN(t)
			db := engine(t, dsn)
			there, err := db.Time(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			clock := siteclock.New(site)
			if err := clock.Tell(t.Context(), db, there); err != nil {
				t.Fatal(err)
			}
			report, err := audit.CheckDSN(t.Context(), dsn, audit.OfSite(true))
			if err != nil {
				t.Fatal(err)
			}
			if apart := report.At.Sub(clock.Now()).Abs(); apart > time.Minute {
				t.Errorf("the audit's time is %v from the site's", apart)
			}
		})
	}
}
