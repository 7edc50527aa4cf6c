//go:build unix

package audit_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
	"golang.org/x/mod/sumdb/tlog"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/server/publiclog"
	"jadebox/server/realname"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
)

// tampering is one thing that an owner of the database does to it, and the invariant that the audit must then say is
// broken. docs/audit.md tells them by their names here.
type tampering struct {
	name string
	want audit.Invariant
	sql  string              // as a superuser, or
	do   func(h *handTamper) // with the programs of the site
	opt  func(o *audit.Options, h *handTamper)
	// alone: it runs beside no other, because it lets the site go on (inWorldFrom)
	alone bool
}

// handTamper is what a tampering has: the database, and what it remembers of before.
type handTamper struct {
	*testing.T
	dsn                string
	end                time.Time
	pinned, remembered string
}

func (h *handTamper) ok(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *handTamper) sql(query string, args ...any) {
	h.Helper()
	execute(h.T, h.dsn, query, args...)
}

func value[V any](h *handTamper, query string, args ...any) (v V) {
	h.Helper()
	conn, err := pgx.Connect(h.Context(), h.dsn)
	h.ok(err)
	defer conn.Close(context.Background())
	h.ok(conn.QueryRow(h.Context(), query, args...).Scan(&v))
	return v
}

// forge commits ops as the site does: with a place in the journal, a hash of the chain and rows in the tables.
func (h *handTamper) forge(ops ...*store.Op) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{Writers: 1})
	h.ok(err)
	defer e.Close()
	for _, op := range ops {
		if op.At.IsZero() {
			op.At = h.end
		}
		_, err := e.Commit(h.Context(), op)
		h.ok(err)
	}
}

// logSecret is the key that the site signs its log with.
func (h *handTamper) logSecret() string {
	h.Helper()
	var key struct{ Secret string }
	h.ok(json.Unmarshal(value[[]byte](h, `SELECT value FROM setting WHERE key = 'log.key'`), &key))
	return key.Secret
}

// resign signs the log as it is now, as if it had always been so.
func (h *handTamper) resign() {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	size, err := e.LogSize(h.Context())
	h.ok(err)
	root, err := log.Root(size, tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		return readHashes(h.Context(), e, at)
	}))
	h.ok(err)
	signed, err := log.Sign(size, root, h.logSecret())
	h.ok(err)
	h.sql(`UPDATE log_head SET checkpoint = $1`, []byte(signed))
}

// sequence appends the leaves of some ops to the log, as the site does with all.
func (h *handTamper) sequence(of func(store.OpID) bool) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	leaves, cursor, err := e.PendingLeaves(h.Context(), nil, 100_000)
	h.ok(err)
	size, err := e.LogSize(h.Context())
	h.ok(err)
	var chosen []store.PendingLeaf
	var data [][]byte
	for _, l := range leaves {
		if _, _, err := e.LogLeafByKey(h.Context(), l.Key); err != nil && of(l.Op) {
			chosen, data = append(chosen, l), append(data, l.Data)
		}
	}
	added, err := log.Grow(size, data, tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		return readHashes(h.Context(), e, at)
	}))
	h.ok(err)
	hashes := make([][32]byte, len(added))
	for i := range added {
		hashes[i] = added[i]
	}
	h.ok(e.AppendLog(h.Context(), size, chosen, hashes, cursor, nil))
	h.resign()
}

func readHashes(ctx context.Context, e *postgres.Engine, at []int64) ([]tlog.Hash, error) {
	list, err := e.LogHashes(ctx, at)
	hashes := make([]tlog.Hash, len(list))
	for i := range list {
		hashes[i] = list[i]
	}
	return hashes, err
}

// opOf is the n-th op of a kind, from 0.
func (h *handTamper) opOf(kind string, n int) store.OpID {
	h.Helper()
	return store.OpID(value[int64](h, `SELECT id FROM op WHERE kind = $1 ORDER BY id OFFSET $2 LIMIT 1`, kind, n))
}

func (h *handTamper) read(id store.OpID) store.OpRecord {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	rec, err := e.Op(h.Context(), id)
	h.ok(err)
	return rec
}

// rewrite changes an op as if it had been so from the first: body, result, transfers and new items, and the hash chain
// to the end of its writer.
func (h *handTamper) rewrite(id store.OpID, change func(rec *store.OpRecord)) {
	h.Helper()
	rec := h.read(id)
	change(&rec)
	h.sql(`UPDATE op SET body = $2, result = $3, key = $4, kind = $5, player = $6, at = $7 WHERE id = $1`, id,
		store.AppendRecord(nil, &rec), append([]byte{}, rec.Result...), rec.Key, rec.Kind, rec.Player, rec.At)
	for i, p := range rec.Postings {
		h.sql(`UPDATE transfer SET debit = $3, credit = $4, amount = $5 WHERE op = $1 AND idx = $2`, id, i, p.Debit,
			p.Credit, p.AmountCents)
	}
	for i, it := range rec.NewItems {
		h.sql(`UPDATE item SET def = $2, value = $3, source = $4 WHERE id = $1`, int64(id)<<7|int64(i), it.Def,
			it.ValueCents, int16(it.Source))
	}
	h.rechain(id.Writer())
}

// rechain hashes a writer's ops anew.
func (h *handTamper) rechain(writer int64) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	view, err := e.Snapshot(h.Context())
	h.ok(err)
	chain := store.ChainGenesis(writer)
	var ids []int64
	var chains [][]byte
	h.ok(view.JournalAfter(h.Context(), nil, func(op *store.JournalEntry) error {
		if op.ID.Writer() == writer {
			chain, _ = store.NextChain(chain, op.ID, &op.Op, store.AppendRecord(nil, &op.OpRecord), nil)
			ids, chains = append(ids, int64(op.ID)), append(chains, slices.Clone(chain[:]))
		}
		return nil
	}))
	h.ok(view.Close())
	h.sql(`UPDATE op SET chain = c.chain FROM (SELECT unnest($1::bigint[]) id, unnest($2::bytea[]) chain) c WHERE op.id = c.id`,
		ids, chains)
}

// balance gives or takes what a rewriting has changed, so that the balances are the sums of the entries.
func (h *handTamper) balance(a store.AccountID, cents int64) {
	h.Helper()
	h.sql(`UPDATE account SET balance = balance + $2 WHERE id = $1`, a, cents)
}

func readJSON[V any](h *handTamper, text []byte) (v V) {
	h.Helper()
	h.ok(json.Unmarshal(text, &v))
	return v
}

func (h *handTamper) json(v any) []byte {
	h.Helper()
	text, err := json.Marshal(v)
	h.ok(err)
	return text
}

// ofTheDraws are tamperings with seeds, odds and what was drawn.
var ofTheDraws = []tampering{
	{name: "the secret key of a seed epoch replaced", want: audit.Results,
		sql: `UPDATE seed_epoch SET key = sha256(key) WHERE revealed_at IS NULL AND player = 2`},
	{name: "key and commitment of a seed epoch replaced", want: audit.Results, sql: `UPDATE seed_epoch
		SET key = sha256(key), commit = encode(sha256('BOX1/commit' || E'\n'::bytea || sha256(key)), 'hex') WHERE revealed_at IS NULL AND player = 2`},
	{name: "a key replaced that was revealed", want: audit.Results,
		sql: `UPDATE seed_epoch SET key = sha256(key) WHERE revealed_at IS NOT NULL`},
	{name: "the beacon round of a seed epoch changed", want: audit.Results,
		sql: `UPDATE seed_epoch SET beacon_round = beacon_round + 1 WHERE revealed_at IS NULL AND player = 2`},
	{name: "a seed epoch deleted", want: audit.Results, sql: `DELETE FROM seed_epoch WHERE player = 2`},
	{name: "the chain of the beacon replaced", want: audit.Results, sql: `UPDATE setting SET
		value = convert_to(replace(convert_from(value, 'UTF8'), '"anchor":"', '"anchor":"00'), 'UTF8') WHERE key = 'beacon.local'`},
	{name: "an item swapped after its draw", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) {
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = 6, 20_000
		})
	}},
	{name: "an outcome swapped wherever it is told", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			def, cents := store.DefID(1), int64(4_000)
			if o.Results[0].Def == 1 {
				def, cents = 3, 100
			}
			o.Results[0].Def, o.Results[0].ValueCents = def, cents
			rec.Result = h.json(o)
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = def, cents
			leaf, err := log.ParseResult(string(rec.Leaves[1].Data))
			h.ok(err)
			leaf.Item, leaf.ValueCents = int64(def), cents
			rec.Leaves[1].Data, err = leaf.Leaf()
			h.ok(err)
		})
	}},
	{name: "a result from seeds that were looked for", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) {
			leaf, err := log.ParseResult(string(rec.Leaves[1].Data))
			h.ok(err)
			for n := 0; n == 0 || leaf.V < 0xf00000; n++ { // others, whatever was drawn
				leaf.ServerSeed = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, n)))
				out, err := fairness.Roll(leaf.UserSeed, leaf.ServerSeed)
				h.ok(err)
				leaf.ServerHash, leaf.ResultHash, leaf.V = fairness.ServerHash(leaf.ServerSeed), out.ResultHash, out.V
			}
			leaf.Item, leaf.ValueCents = 3, 100
			o := readJSON[player.Opened](h, rec.Result)
			r := &o.Results[0]
			r.Def, r.ValueCents, r.V, r.ServerSeed, r.ServerHash, r.ResultHash = 3, 100, leaf.V, leaf.ServerSeed,
				leaf.ServerHash, leaf.ResultHash
			rec.Result = h.json(o)
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = 3, 100
			rec.Leaves[1].Data, err = leaf.Leaf()
			h.ok(err)
			ticket, err := log.Parse(rec.Leaves[0].Data)
			h.ok(err)
			ticket.(*log.Ticket).ServerHash = leaf.ServerHash
			rec.Leaves[0].Data, err = ticket.(*log.Ticket).Leaf()
			h.ok(err)
		})
	}},
	{name: "an upgrade told as won", want: audit.Results, do: func(h *handTamper) {
		for n := range 3 {
			h.rewrite(h.opOf(player.KindUpgrade, n), func(rec *store.OpRecord) {
				u := readJSON[player.Upgraded](h, rec.Result)
				u.Won = !u.Won
				rec.Result = h.json(u)
			})
		}
	}},
	{name: "published odds edited", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf("odds.publish", 0), func(rec *store.OpRecord) {
			rec.Leaves[0].Data = bytes.Replace(rec.Leaves[0].Data, []byte("10000000"), []byte("10000001"), 1)
		})
	}},
	{name: "a nonce skipped", want: audit.Keys, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) { rec.Nonce.From++ })
	}},
}

// money moves cents, as an operator's own program may.
func money(debit, credit store.AccountID, cents int64) []store.Posting {
	return []store.Posting{{Debit: debit, Credit: credit, AmountCents: cents}}
}

// gifted is an op that gives player 2 something.
func gifted(kind, key string, result any, postings ...store.Posting) func(h *handTamper) {
	return func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: key, Kind: kind, Postings: postings, Result: h.json(result)})
	}
}

// rankedDay is the result of a day of the ranking.
type rankedDay struct {
	Date string             `json:"date"`
	Rows []protocol.RankRow `json:"rows"`
}

// ranked pays player 2 for a day of the ranking.
func (h *handTamper) ranked(day time.Time, result string) {
	h.Helper()
	date := day.Format(time.DateOnly)
	h.forge(&store.Op{Key: "ranking:upgrade:" + date, Kind: ranking.KindSettle,
		Result: h.json(rankedDay{date, []protocol.RankRow{{Rank: 1, Name: "bobby", AwardCents: 5_000,
			ResultID: result}}}),
		Postings: []store.Posting{toBonus(5_000)}})
}

// won is a result that a day of the ranking was paid for.
func (h *handTamper) won() string {
	h.Helper()
	return readJSON[rankedDay](h, h.read(h.opOf(ranking.KindSettle, 0)).Result).Rows[0].ResultID
}

func toBonus(cents int64) store.Posting {
	return store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(2), AmountCents: cents}
}

// repriced changes what an op of a kind cost or gave, and the balances with it.
func repriced(kind string, n int, change func(h *handTamper, rec *store.OpRecord)) func(h *handTamper) {
	return func(h *handTamper) {
		h.rewrite(h.opOf(kind, n), func(rec *store.OpRecord) {
			before := slices.Clone(rec.Postings)
			change(h, rec)
			for i, p := range rec.Postings {
				more := p.AmountCents - before[i].AmountCents
				h.balance(p.Debit, -more)
				h.balance(p.Credit, more)
			}
		})
	}
}

// ofPrices are tamperings with what things cost and give.
var ofPrices = []tampering{
	{name: "a box opened for a cent", want: audit.Prices, do: repriced(player.KindOpen, 0,
		func(h *handTamper, rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			o.PriceCents = 1
			rec.Result, rec.Postings[0].AmountCents = h.json(o), int64(len(o.Results))
		})},
	{name: "prices times 100 for one player", want: audit.Prices, do: repriced(player.KindOpen, 1,
		func(h *handTamper, rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			o.PriceCents *= 100
			rec.Result, rec.Postings[0].AmountCents = h.json(o), rec.Postings[0].AmountCents*100
		})},
	{name: "an opening paid less than it says", want: audit.Prices, do: repriced(player.KindOpen, 0,
		func(_ *handTamper, rec *store.OpRecord) { rec.Postings[0].AmountCents /= 2 })},
	{name: "a discount without a card", want: audit.Prices, do: repriced(player.KindOpen, 0,
		func(h *handTamper, rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			o.OffPercent, o.PriceCents = 5, o.PriceCents*95/100
			rec.Result, rec.Postings[0].AmountCents = h.json(o), o.PriceCents*int64(len(o.Results))
		})},
	{name: "a sale paid ten times", want: audit.Prices, do: repriced(player.KindSell, 0,
		func(h *handTamper, rec *store.OpRecord) {
			sold := readJSON[player.Sold](h, rec.Result)
			sold.SoldCents *= 10
			rec.Result, rec.Postings[0].AmountCents = h.json(sold), sold.SoldCents
		})},
	{name: "a sale paid a cent more", want: audit.Prices, do: repriced(player.KindSell, 1,
		func(_ *handTamper, rec *store.OpRecord) { rec.Postings[0].AmountCents++ })},
	{name: "a retrieval passed on unseen that was too dear", want: audit.Prices, do: repriced(delivery.KindApprove, 0,
		func(h *handTamper, rec *store.OpRecord) {
			o := readJSON[delivery.Record](h, rec.Result)
			if !o.Unseen {
				h.Fatal("a person has reviewed it")
			}
			o.Items[0].ValueCents = 1_000_00
			rec.Result = h.json(o)
		})},
	{name: "a trade-in for more than was given", want: audit.Prices, do: repriced(player.KindTrade, 0,
		func(h *handTamper, rec *store.OpRecord) {
			t := readJSON[player.Traded](h, rec.Result)
			t.Target, t.TargetCents, t.RefundCents = 6, 20_000, 0
			rec.Result = h.json(t)
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = 6, 20_000
		})},
	{name: "gems of a trade-in below the mall's price", want: audit.Prices, do: repriced(player.KindTrade, 0,
		func(h *handTamper, rec *store.OpRecord) {
			t := readJSON[player.Traded](h, rec.Result)
			rec.Postings[1].AmountCents += t.PriceCents - t.TargetCents
			t.RefundCents, t.PriceCents = t.RefundCents+t.PriceCents-t.TargetCents, t.TargetCents
			rec.Result = h.json(t)
		})},
	{name: "the mall below its price", want: audit.Prices, do: repriced(player.KindBuy, 0,
		func(h *handTamper, rec *store.OpRecord) {
			b := readJSON[player.Bought](h, rec.Result)
			b.PriceCents = b.ValueCents
			rec.Result, rec.Postings[0].AmountCents = h.json(b), b.ValueCents
		})},
	{name: "an item of the mall worth more", want: audit.Prices, do: repriced(player.KindBuy, 0,
		func(h *handTamper, rec *store.OpRecord) {
			b := readJSON[player.Bought](h, rec.Result)
			b.ValueCents = 309
			rec.Result, rec.NewItems[0].ValueCents = h.json(b), 309
		})},
	{name: "an exchange for fewer fragments", want: audit.Prices, do: repriced(player.KindExchange, 0,
		func(h *handTamper, rec *store.OpRecord) {
			x := readJSON[player.Exchanged](h, rec.Result)
			x.Fragments = 1
			rec.Result, rec.Postings[0].AmountCents = h.json(x), 1
		})},
	{name: "an upgrade at a better rate", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindUpgrade, 0), func(rec *store.OpRecord) {
			u := readJSON[player.Upgraded](h, rec.Result)
			u.RateE8 += fairness.RateStep
			rec.Result = h.json(u)
		})
	}},
	{name: "a season's box for fewer tokens", want: audit.Prices, do: repriced(player.KindOpenTokens, 0,
		func(h *handTamper, rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			o.Tokens = 1
			rec.Result, rec.Postings[0].AmountCents = h.json(o), 1
		})},
	{name: "gems by a kind that nobody knows", want: audit.Prices,
		do: gifted("bonus.extra", "extra", "", toBonus(100_000))},
	{name: "gems by a demo's kind where none is", want: audit.Prices, do: gifted("demo.credit", "extra", "",
		toBonus(1)),
		opt: func(o *audit.Options, _ *handTamper) { o.Site = &audit.Site{} }},
	{name: "R$ from nothing", want: audit.Prices, do: gifted("real.gift", "extra", "",
		money(store.HouseReal, store.PlayerReal(2), 100_000)...)},
	{name: "a withdrawal that gives back more than was taken", want: audit.Payments, do: func(h *handTamper) {
		id := store.RoomID(value[int64](h, `SELECT id FROM room WHERE kind = 'withdrawal' AND status = 1`))
		h.forge(&store.Op{Player: 1, Key: "withdrawal:fail", Kind: payment.KindRefund,
			Postings: money(store.HouseReal, store.PlayerReal(1), 50_000),
			Result:   h.json(payment.Requested{ID: id, AmountCents: 50_000}),
			Room: &store.RoomWrite{Room: id, Kind: payment.KindWithdrawal, Epoch: 1, FromVersion: 1,
				FromStatus: store.RoomOpen, Status: store.RoomVoid}})
	}},
	{name: "fragments from nothing", want: audit.Prices, do: gifted("fragment.gift", "extra", "",
		money(store.HouseFragments, store.PlayerFragments(2), 1_000)...)},
	{name: "tokens above the season's", want: audit.Prices, do: repriced(active.KindClaim, 0,
		func(h *handTamper, rec *store.OpRecord) {
			rec.Result = bytes.Replace(rec.Result, []byte(`"tokens":7`), []byte(`"tokens":70`), 1)
			rec.Postings[0].AmountCents = 70
		})},
	{name: "a wish card beside its tree", want: audit.Prices, do: gifted("wish.gift", "extra", "",
		money(store.HouseWishCards, store.PlayerWishCards(2), 3)...)},
	{name: "an item as an operator's gift that nobody has ordered", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: "props:order:none", Kind: props.KindGive, Result: []byte("{}"),
			NewItems: []store.NewItem{{Owner: 2, Def: 6, ValueCents: 20_000, Source: store.FromDrop}}})
	}},
	{name: "an ordered gift to somebody else", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 3, Key: "props:order:o1", Kind: props.KindGive, Result: []byte("{}"),
			NewItems: []store.NewItem{{Owner: 3, Def: 3, ValueCents: 100, Source: store.FromDrop}}})
	}},
	{name: "a sign-in that brings more", want: audit.Prices, do: repriced(sign.KindClaim, 0,
		func(h *handTamper, rec *store.OpRecord) {
			rec.Result = bytes.Replace(rec.Result, []byte(`"num":10`), []byte(`"num":1000`), 1)
			rec.Postings[0].AmountCents = 1000
		})},
	{name: "a week that brings more", want: audit.Prices, do: repriced(benefit.KindClaim, 0,
		func(h *handTamper, rec *store.OpRecord) {
			rec.Result = bytes.ReplaceAll(rec.Result, []byte(`:9`), []byte(`:900`))
			rec.Postings[0].AmountCents = 900
		})},
	{name: "a task's box that is another", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.opOf(taskbox.KindClaim, 0), func(rec *store.OpRecord) {
			rec.Result = bytes.Replace(rec.Result, []byte(`"target":100`), []byte(`"target":100000`), 1)
			rec.Result = bytes.Replace(rec.Result, []byte(`"box":1,`), []byte(`"box":7,`), 1)
		})
	}},
	{name: "a level's bonus times ten", want: audit.Prices, do: repriced(vip.KindClaim, 0,
		func(h *handTamper, rec *store.OpRecord) {
			c := readJSON[vip.Claimed](h, rec.Result)
			c.BonusCents *= 10
			rec.Result, rec.Postings[0].AmountCents = h.json(c), c.BonusCents
		})},
	{name: "a commission above the share", want: audit.Prices, do: repriced(promotion.KindPay, 0,
		func(h *handTamper, rec *store.OpRecord) {
			c := readJSON[promotion.Commission](h, rec.Result)
			c.SharePPM *= 2
			c.Cents *= 2
			rec.Result, rec.Postings[0].AmountCents = h.json(c), c.Cents
		})},
	{name: "a commission to a player who invited nobody", want: audit.Prices,
		sql: `UPDATE player SET invited_by = 4 WHERE invited_by = 1`},
	{name: "a ranking that pays more", want: audit.Prices, do: repriced(ranking.KindSettle, 0,
		func(h *handTamper, rec *store.OpRecord) {
			rec.Result = bytes.Replace(rec.Result, []byte(`"awardCents":5000`), []byte(`"awardCents":5001`), 1)
			rec.Postings[0].AmountCents = 5_001
		})},
	{name: "a day of the ranking that nobody has won", want: audit.Prices, do: func(h *handTamper) {
		h.ranked(h.end.AddDate(0, 0, -9), "1-0")
	}},
	{name: "a day of the ranking won with a result of another day", want: audit.Prices, do: func(h *handTamper) {
		h.ranked(h.end.AddDate(0, 0, -9), h.won())
	}},
	{name: "a day of the ranking that is not over", want: audit.Prices, do: func(h *handTamper) {
		h.ranked(h.end.AddDate(0, 0, 1), h.won())
	}},
	{name: "a board that there is not", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Key: "ranking:x:1", Kind: ranking.KindSettle, Result: []byte("{}"),
			Postings: []store.Posting{toBonus(5_000)}})
	}},
	{name: "an extra drop of a day long gone", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: "props:day:2001-01-01:100000:2", Kind: props.KindGive,
			Result:   h.json(props.Reason{Date: "2001-01-01", SpentCents: 100_000}),
			NewItems: []store.NewItem{{Owner: 2, Def: 3, ValueCents: 100, Source: store.FromDrop}}})
	}},
	{name: "a player who is paid for a second real name", want: audit.Prices, do: func(h *handTamper) {
		for n := range byte(2) {
			h.forge(&store.Op{Key: realname.RewardKey([32]byte{n}), Kind: playthrough.KindRealName,
				Postings: []store.Posting{toBonus(10)}})
		}
	}},
	{name: "a real name that is no card's", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Key: "real-name:2", Kind: playthrough.KindRealName, Postings: []store.Posting{toBonus(10)}})
	}},
	{name: "a bonus on a recharge beyond its tiers", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.opOf(payment.KindOrder, 0), func(rec *store.OpRecord) {
			placed := readJSON[payment.Placed](h, rec.Result)
			placed.BonusCents *= 2
			rec.Result = h.json(placed)
		})
	}},
	{name: "gems of a provider who has said nothing", want: audit.Payments, do: func(h *handTamper) {
		for n := range 7 {
			order := h.opOf(payment.KindOrder, n)
			rec := h.read(order)
			if placed := readJSON[payment.Placed](h, rec.Result); placed.PriceCents == 900 {
				h.forge(&store.Op{Player: 3, Key: payment.CreditKey(order), Kind: payment.KindCredit,
					Postings: money(store.Account(0, store.ClassProvider), store.PlayerGems(3), 900),
					Result:   h.json(payment.Recharge{Player: 3, Order: order, PriceCents: 900, GemsCents: 900})})
			}
		}
	}},
	{name: "a pool of rain that nobody has set", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Key: "rain:order:none", Kind: rain.KindCreate,
			Postings: money(store.Bonus, store.RoomEscrow(9999), 100_000), Room: &store.RoomWrite{Room: 9999,
				Kind: rain.Kind, Epoch: 1, Status: store.RoomOpen, Deadline: h.end.Add(time.Hour)}})
	}},
	{name: "the escrow of an open room taken by an op", want: audit.Prices, do: func(h *handTamper) {
		room := value[int64](h, `SELECT id FROM room WHERE kind = 'battle' AND status = 1 LIMIT 1`)
		h.forge(&store.Op{Player: 2, Key: "taken", Kind: "battle.settle",
			Postings: money(store.RoomEscrow(store.RoomID(room)), store.PlayerGems(2), 620)})
	}},
	{name: "the escrow of an open room taken", want: audit.Escrow, do: func(h *handTamper) {
		room := value[int64](h, `SELECT id FROM room WHERE kind = 'battle' AND status = 1 LIMIT 1`)
		h.forge(&store.Op{Player: 2, Key: "taken", Kind: "battle.settle",
			Postings: money(store.RoomEscrow(store.RoomID(room)), store.PlayerGems(2), 620)})
	}},
	{name: "wish cards of an open room taken", want: audit.Escrow, do: func(h *handTamper) {
		room := value[int64](h, `SELECT id >> 8 FROM account WHERE id & 255 = 5 AND balance > 0 LIMIT 1`)
		h.forge(&store.Op{Player: 2, Key: "taken", Kind: "wish.void",
			Postings: money(store.RoomWishCards(store.RoomID(room)), store.PlayerWishCards(2), 1)})
	}},
	{name: "a player's money taken by somebody's op", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: "taken", Kind: player.KindSell, Result: h.json(player.Sold{}),
			Postings: money(store.PlayerGems(1), store.PlayerGems(2), 500)})
	}},
}

// ofRooms are tamperings with what rooms came to.
var ofRooms = []tampering{
	{name: "a battle's items to a loser", want: audit.Results, do: func(h *handTamper) {
		h.settled("battle.settle", func(rec *store.OpRecord) bool {
			if len(rec.NewItems) == 0 {
				return false
			}
			other := store.PlayerID(1)
			if rec.NewItems[0].Owner == 1 {
				other = 2
			}
			for i := range rec.NewItems {
				rec.NewItems[i].Owner = other
				h.sql(`UPDATE item SET owner = $2 WHERE id = $1`, int64(rec.ID)<<7|int64(i), other)
			}
			return true
		})
	}},
	{name: "a battle's pay doubled", want: audit.Results, do: func(h *handTamper) {
		h.settled("battle.settle", func(rec *store.OpRecord) bool {
			for i, p := range rec.Postings {
				if p.Credit.Class() == store.ClassPlayerGems && p.Debit == store.Bonus {
					rec.Postings[i].AmountCents = 500
					h.balance(p.Credit, 500-p.AmountCents)
					return true
				}
			}
			return false
		})
	}},
	{name: "an entry of a battle half paid", want: audit.Results, do: func(h *handTamper) {
		h.settled("battle.settle", func(rec *store.OpRecord) bool {
			rec.Postings[0].AmountCents -= 60
			return true
		})
	}},
	{name: "a roll's prize to another", want: audit.Results, do: func(h *handTamper) {
		h.settled(roll.KindSettle, func(rec *store.OpRecord) bool {
			for i, m := range rec.Moves {
				if m.To.Owner != 1 {
					rec.Moves[i].To.Owner = 5 - m.To.Owner // 2 and 3 have joined
					h.sql(`UPDATE item SET owner = $2 WHERE id = $1`, m.Item, rec.Moves[i].To.Owner)
					return true
				}
			}
			return false
		})
	}},
	{name: "a roll's gems to another", want: audit.Results, do: func(h *handTamper) {
		h.settled(roll.KindSettle, func(rec *store.OpRecord) bool {
			for i, p := range rec.Postings {
				if o := p.Credit.Owner(); o == 2 || o == 3 {
					rec.Postings[i].Credit = store.PlayerGems(store.PlayerID(5 - o))
					h.balance(p.Credit, -p.AmountCents)
					h.balance(rec.Postings[i].Credit, p.AmountCents)
					return true
				}
			}
			return false
		})
	}},
	{name: "a wish to a player who did not take the bottle", want: audit.Results, do: func(h *handTamper) {
		h.settled("wish.draw", func(rec *store.OpRecord) bool {
			rec.NewItems[0].Owner = rec.NewItems[0].Owner%4 + 1
			h.sql(`UPDATE item SET owner = $2 WHERE id = $1`, int64(rec.ID)<<7, rec.NewItems[0].Owner)
			return true
		})
	}},
	{name: "a dearer bottle", want: audit.Results, do: repriced(wish.KindTake, 3,
		func(_ *handTamper, rec *store.OpRecord) { rec.Postings[0].AmountCents++ })},
	{name: "another card than lies there", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(luckycard.KindFlip, 0), func(rec *store.OpRecord) {
			leaf, err := log.Parse(rec.Leaves[0].Data)
			h.ok(err)
			f := leaf.(*log.Flip)
			def, cents := store.DefID(1), int64(4_000)
			if f.Card == fairness.TopCard {
				f.Card, def, cents = 2, 3, 100
			} else {
				f.Card = fairness.TopCard
			}
			rec.Leaves[0].Data, err = f.Leaf()
			h.ok(err)
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = def, cents
		})
	}},
	{name: "a flip at the price of another time", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(luckycard.KindFlip, 0), func(rec *store.OpRecord) {
			leaf, err := log.Parse(rec.Leaves[0].Data)
			h.ok(err)
			f := leaf.(*log.Flip)
			f.PriceCents++
			rec.Postings[0].AmountCents++
			rec.Leaves[0].Data, err = f.Leaf()
			h.ok(err)
		})
	}},
	{name: "a packet of a rain that holds more", want: audit.Results, do: func(h *handTamper) {
		var who store.AccountID
		h.rewrite(h.opOf(rain.KindClaim, 0), func(rec *store.OpRecord) {
			c, err := log.ParseRainClaim(string(rec.Leaves[0].Data))
			h.ok(err)
			c.ValueCents += 5
			rec.Leaves[0].Data, err = c.Leaf()
			h.ok(err)
			rec.Postings[0].AmountCents += 5
			who = rec.Postings[0].Credit
		})
		h.rewrite(h.opOf("rain.end", 0), func(rec *store.OpRecord) { rec.Postings[0].AmountCents -= 5 })
		h.balance(who, 5)
	}},
	{name: "a broken-off battle that gives the host more", want: audit.Rooms, do: func(h *handTamper) {
		h.settled("battle.void", func(rec *store.OpRecord) bool {
			if len(rec.Postings) < 2 || rec.Postings[0].AmountCents != rec.Postings[1].AmountCents {
				return false
			}
			a, b := rec.Postings[0].Credit, rec.Postings[1].Credit
			rec.Postings[0].AmountCents += 100
			rec.Postings[1].AmountCents -= 100
			h.balance(a, 100)
			h.balance(b, -100)
			return true
		})
	}},
	{name: "the key of a room replaced", want: audit.Results, do: func(h *handTamper) {
		id := value[int64](h, `SELECT id FROM room WHERE kind = 'wish' AND status = 4`)
		state := value[[]byte](h, `SELECT state FROM room WHERE id = $1`, id)
		r := readJSON[map[string]any](h, state)
		r["key"], r["commit"] = strings.Repeat("ab", 32), fairness.Key([32]byte(bytes.Repeat([]byte{0xab},
			32))).Commit()
		h.restate(store.RoomID(id), h.json(r))
	}},
}

// ofRules are tamperings with what is sold and by which settings.
var ofRules = []tampering{
	{name: "the odds of a box changed", want: audit.Rules,
		sql: `UPDATE box SET weights = '{1000000,1000000,98000000}' WHERE id = 1`},
	{name: "the odds of a box changed, and their hash", want: audit.Rules, do: func(h *handTamper) {
		odds, err := fairness.NewOdds(1, 1, []fairness.OddsEntry{{Item: 1, Weight: 1e6, ValueCents: 4000},
			{Item: 2, Weight: 1e6, ValueCents: 300}, {Item: 3, Weight: 98e6, ValueCents: 100}})
		h.ok(err)
		h.sql(`UPDATE box SET weights = '{1000000,1000000,98000000}', odds_hash = $1 WHERE id = 1`, odds.Hash())
	}},
	{name: "the price of a box times 100", want: audit.Rules, sql: `UPDATE box SET price = price * 100 WHERE id = 2`},
	{name: "a version of a box put in", want: audit.Rules, sql: `INSERT INTO box SELECT id, 2, slug, name, tagline, type, tags,
		accent, image, 1, defs, weights, odds_hash, enabled, weight, at FROM box WHERE id = 2`},
	{name: "the price of an item times 100", want: audit.Rules, sql: `UPDATE item_def SET price = price * 100 WHERE id = 3`},
	{name: "an item put into the catalogue", want: audit.Rules, sql: `INSERT INTO item_def SELECT 99, 'x', brand, name,
		rarity, category, 1, image, thumb FROM item_def WHERE id = 3`},
	{name: "a setting edited", want: audit.Rules, sql: `UPDATE setting_version SET value = convert_to(replace(convert_from(value, 'UTF8'),
		'"rewardCents":9', '"rewardCents":49'), 'UTF8') WHERE name = 'benefit'`},
	{name: "who set a setting edited", want: audit.Rules,
		sql: `UPDATE setting_version SET author = 'nobody' WHERE name = 'benefit'`},
	{name: "a version of a setting deleted", want: audit.Rules,
		sql: `DELETE FROM setting_version WHERE name = 'mall' AND version = 1`},
	{name: "a setting put in", want: audit.Rules,
		sql: `INSERT INTO setting_version VALUES ('vip', 1, '{}', now(), 'nobody', '')`},
	{name: "a change of the rules left out of the journal", want: audit.Rules, do: func(h *handTamper) {
		h.rewrite(h.opOf(store.KindRules, 6), func(rec *store.OpRecord) { rec.Key = "rules:none" })
	}},
	{name: "the odds of an imported box changed", want: audit.Rules,
		sql: `UPDATE box SET weights = '{1000000,99000000}' WHERE id = 5 AND version = 2`},
	{name: "the price of an imported box times 100", want: audit.Rules,
		sql: `UPDATE box SET price = price * 100 WHERE id = 5 AND version = 1`},
	{name: "an imported version of a box deleted", want: audit.Rules,
		sql: `DELETE FROM box WHERE id = 5 AND version = 1`},
	{name: "an imported version of a box in force earlier", want: audit.Rules,
		sql: `UPDATE box SET at = at - interval '5 minutes' WHERE id = 5 AND version = 2`},
	{name: "an imported box put back on sale", want: audit.Rules,
		sql: `UPDATE box SET enabled = true WHERE id = 5 AND version = 3`},
	{name: "the price of an imported item times 100", want: audit.Rules, sql: `UPDATE item_version
		SET def = jsonb_set(def, '{PriceCents}', '100000') WHERE n = (SELECT max(n) FROM item_version)`},
	{name: "the price that an imported item had", want: audit.Rules, sql: `UPDATE item_version
		SET def = jsonb_set(def, '{PriceCents}', '90000') WHERE n = (SELECT min(n) FROM item_version)`},
	{name: "the name of an imported item edited", want: audit.Rules, sql: `UPDATE item_version
		SET def = jsonb_set(def, '{Name,en}', '"gold"') WHERE n = (SELECT max(n) FROM item_version)`},
	{name: "a row of an imported item's history deleted", want: audit.Rules,
		sql: `DELETE FROM item_version WHERE n = (SELECT min(n) FROM item_version)`},
	{name: "a row put into an imported item's history", want: audit.Rules,
		sql: `INSERT INTO item_version SELECT id, n - 1, at, def FROM item_version ORDER BY n LIMIT 1`},
	{name: "an imported item's price in force earlier", want: audit.Rules,
		sql: `UPDATE item_version SET at = at - interval '5 minutes' WHERE n = (SELECT max(n) FROM item_version)`},
	{name: "an import left out of the journal", want: audit.Rules, do: func(h *handTamper) {
		h.rewrite(h.imported(0), func(rec *store.OpRecord) { rec.Key = "rules:none" })
	}},
	{name: "an import rewritten to a dearer box", want: audit.Rules, do: func(h *handTamper) {
		h.rewrite(h.imported(0), func(rec *store.OpRecord) {
			rec.Result = bytes.Replace(rec.Result, []byte(`"PriceCents":400`), []byte(`"PriceCents":500`), 1)
		})
	}},
	{name: "a box opened in a version that was still to come", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.openedAs(2), func(rec *store.OpRecord) { rec.At = rec.At.Add(-9 * time.Minute) })
	}},
	{name: "a box opened in a version that was replaced", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.openedAs(1), func(rec *store.OpRecord) { rec.At = rec.At.Add(15 * time.Minute) })
	}},
	{name: "a box opened that was off sale", want: audit.Prices, do: func(h *handTamper) {
		hash := value[string](h, `SELECT odds_hash FROM box WHERE id = 5 AND version = 3`)
		h.rewrite(h.openedAs(2), func(rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			o.Version, o.OddsHash = 3, hash
			rec.Result, rec.At = h.json(o), h.end
		})
	}},
}

// imported is the n-th import of a file, from 0.
func (h *handTamper) imported(n int) store.OpID {
	h.Helper()
	key := value[string](h,
		`SELECT 'rules:' || n FROM (SELECT DISTINCT n FROM item_version) v ORDER BY n OFFSET $1 LIMIT 1`, n)
	return store.OpID(value[int64](h, `SELECT id FROM op WHERE key = $1`, key))
}

// openedAs is the first opening of the imported box in a version.
func (h *handTamper) openedAs(version uint32) store.OpID {
	h.Helper()
	for n := range value[int](h, `SELECT count(*)::int FROM op WHERE kind = $1`, player.KindOpen) {
		id := h.opOf(player.KindOpen, n)
		rec := h.read(id)
		if o := readJSON[player.Opened](h, rec.Result); o.Box == importedBox && o.Version == version {
			return id
		}
	}
	h.Fatalf("nobody has opened version %d", version)
	return 0
}

// ofTheJournal are tamperings with what was done.
var ofTheJournal = []tampering{
	{name: "a writer's last op undone", want: audit.Chain, do: func(h *handTamper) {
		h.undo(func(rec *store.OpRecord) bool { return rec.Kind == player.KindSell })
	}},
	{name: "a writer's last op undone, and nobody is told that the log had read it", want: audit.Chain,
		do: func(h *handTamper) {
			h.undo(func(rec *store.OpRecord) bool { return rec.Kind == player.KindSell })
			h.sql(`UPDATE log_head SET positions = (SELECT array_agg((SELECT max(o.id) & ((1::bigint << 40) - 1) FROM op o
				WHERE o.id >> 40 = w) ORDER BY i) FROM unnest(writers) WITH ORDINALITY u(w, i))`)
		}},
	{name: "an op rewritten with all hashes that follow", want: audit.Chain, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindSell, 0), func(rec *store.OpRecord) { rec.At = rec.At.Add(time.Second) })
	}},
	{name: "a whole writer deleted", want: audit.Chain, do: func(h *handTamper) {
		h.sql(`DELETE FROM op WHERE id >> 40 = 2`)
		h.sql(`DELETE FROM transfer WHERE op >> 40 = 2`)
		h.sql(`DELETE FROM writer WHERE id = 2`)
	}},
	{name: "the first ops deleted", want: audit.Chain, do: func(h *handTamper) {
		h.sql(`DELETE FROM op WHERE id < 1099511627790`)
		h.sql(`DELETE FROM transfer WHERE op < 1099511627790`)
	}},
	{name: "an op's body damaged", want: audit.Chain,
		sql: `UPDATE op SET body = '\xfe00' WHERE id = (SELECT id FROM op WHERE kind = 'item.sell' LIMIT 1)`},
	{name: "a player's history of rooms deleted", want: audit.Statement, sql: `DELETE FROM room_member WHERE player = 2`},
	{name: "a player's lists of upgrades and battles deleted", want: audit.Statement,
		sql: `DELETE FROM entry WHERE player = 2 AND list NOT LIKE 'others/%'`},
	{name: "a won battle put among the lost ones", want: audit.Statement,
		sql: `UPDATE entry SET list = 'battle.lost' WHERE list = 'battle.won' AND player < 5`},
	{name: "a promise of a player's undone", want: audit.Chain,
		sql: `UPDATE op SET kind = 'limits.unset' WHERE kind = 'limits.set'`},
	{name: "a suspension that ends later", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.opOf(limits.KindSuspend, 0), func(rec *store.OpRecord) {
			a := readJSON[limits.Act](h, rec.Result)
			a.UntilMS += 86_400_000
			rec.Result = h.json(a)
		})
	}},
	{name: "an account let in by nobody", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: "support:none", Kind: limits.KindLift, Result: []byte(`{"player":2}`)})
	}},
	{name: "gems in the name of support", want: audit.Prices, do: gifted(limits.KindSupport, "support:1",
		limits.Act{Player: 2, Do: limits.DoEndSessions, Author: "ana", Reason: "why", AtMS: 1},
		money(store.House, store.PlayerGems(2), 100)...)},
	{name: "a retrieval approved by nobody", want: audit.Rooms,
		sql: `UPDATE room SET status = 2, version = version + 1 WHERE kind = 'retrieval' AND status = 1`},
	{name: "an item of a retrieval said to be sent", want: audit.Items,
		sql: `UPDATE item SET status = 5 WHERE status = 3`},
	{name: "an item twice", want: audit.Items, sql: `INSERT INTO item SELECT id | 64, owner, at, value, def, source, 0
		FROM item WHERE status = 0 ORDER BY id LIMIT 1`},
	{name: "the journal sealed no more", want: audit.Chain, do: func(h *handTamper) {
		playLater(h, h.end)
	}},
	{name: "a seal taken out", want: audit.Chain, do: func(h *handTamper) {
		h.rewrite(h.opOf(publiclog.KindHeads, 0), func(rec *store.OpRecord) { rec.Key = "heads:none" })
	}},
	{name: "an op dated an hour back", want: audit.Chain, do: sealedLater(-time.Hour), opt: later},
	{name: "an op dated an hour ahead", want: audit.Chain, do: sealedLater(time.Hour), opt: later},
}

// laterBy is when the site goes on after the world was left.
const laterBy = 10 * time.Minute

func later(o *audit.Options, h *handTamper) { o.Now = func() time.Time { return h.end.Add(laterBy) } }

// sealedLater has a site that goes on make an op that is dated by so much wrongly, and seal it.
func sealedLater(wrong time.Duration) func(h *handTamper) {
	return func(h *handTamper) {
		h.Helper()
		now := h.end.Add(laterBy)
		e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{Writers: 1,
			Clock: func() time.Time { return now.Add(max(wrong, 0)) }})
		h.ok(err)
		defer e.Close()
		_, err = e.Commit(h.Context(), &store.Op{Key: "dated", Kind: "demo.test", At: now.Add(wrong)})
		h.ok(err)
		log, err := publiclog.Open(h.Context(), e, rand.Reader, "test.log", zerolog.Nop())
		h.ok(err)
		h.ok(log.Seal(h.Context(), e, now))
		h.ok(log.CatchUp(h.Context()))
	}
}

func TestAnOpThatIsDatedAsItWasSealedHolds(t *testing.T) {
	dsn, end := copyOfWorld(t)
	h := &handTamper{T: t, dsn: dsn, end: end}
	sealedLater(0)(h)
	if r := auditAt(t, dsn, end.Add(laterBy)); !r.OK() {
		t.Errorf("%+v", r.Violations)
	}
}

// playLater goes on for some minutes.
func playLater(h *handTamper, from time.Time) {
	h.Helper()
	var ops []*store.Op
	for n := range 80 {
		ops = append(ops, &store.Op{Key: fmt.Sprint("later", n), Kind: "demo.test",
			At: from.Add(time.Duration(n) * 5 * time.Second)})
	}
	h.forge(ops...)
}

// undo takes the last op of a writer back, with all that it did.
func (h *handTamper) undo(which func(rec *store.OpRecord) bool) {
	h.Helper()
	for writer := range int64(2) {
		id := store.OpID(value[int64](h, `SELECT max(id) FROM op WHERE id >> 40 = $1`, writer+1))
		rec := h.read(id)
		if !which(&rec) {
			continue
		}
		h.sql(`DELETE FROM op WHERE id = $1`, id)
		h.sql(`DELETE FROM transfer WHERE op = $1`, id)
		for _, d := range rec.Deltas() {
			h.balance(d.Account, -d.Cents)
		}
		for _, m := range rec.Moves {
			h.sql(`UPDATE item SET owner = $2, status = $3 WHERE id = $1`, m.Item, m.From.Owner, int16(m.From.Status))
		}
		return
	}
	h.Fatal("no writer ends so")
}

// settled rewrites the first op of a kind that a change takes.
func (h *handTamper) settled(kind string, change func(rec *store.OpRecord) bool) {
	h.Helper()
	n := value[int](h, `SELECT count(*)::int FROM op WHERE kind = $1`, kind)
	for i := range n {
		taken := false
		h.rewrite(h.opOf(kind, i), func(rec *store.OpRecord) { taken = change(rec) })
		if taken {
			return
		}
	}
	h.Fatalf("no %s of %d can be changed so", kind, n)
}

// restate gives a room another state, and says in its last write that it was so.
func (h *handTamper) restate(id store.RoomID, state []byte) {
	h.Helper()
	h.sql(`UPDATE room SET state = $2 WHERE id = $1`, id, state)
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	view, err := e.Snapshot(h.Context())
	h.ok(err)
	var last store.OpRecord
	h.ok(view.JournalAfter(h.Context(), nil, func(op *store.JournalEntry) error {
		if op.Room != nil && op.Room.Room == id && (last.Room == nil || op.Room.FromVersion > last.Room.FromVersion) {
			last = op.OpRecord
		}
		return nil
	}))
	h.ok(view.Close())
	h.rewrite(last.ID, func(rec *store.OpRecord) { rec.StateHash = sha256.Sum256(state) })
}

// ofTheLog are tamperings with what is public.
var ofTheLog = []tampering{
	{name: "the public log emptied", want: audit.Log, sql: `TRUNCATE log_span, log_run;
		UPDATE log_head SET size = 0, hashes = 0, checkpoint = '', writers = '{}', positions = '{}'`},
	{name: "the public log emptied, and said to be read", want: audit.Log, sql: `TRUNCATE log_span, log_run;
		UPDATE log_head SET size = 0, hashes = 0, checkpoint = ''`},
	{name: "a place of the log points to another op", want: audit.Log,
		sql: `UPDATE log_span SET op = (SELECT op FROM log_span ORDER BY index LIMIT 1) WHERE index = (SELECT max(index) FROM log_span)`},
	{name: "two places of the log exchanged", want: audit.Log, sql: `UPDATE log_span s SET op = o.op, place = o.place, subject = o.subject
		FROM log_span o WHERE s.n = 1 AND o.n = 1 AND s.index IN (SELECT index FROM log_span WHERE n = 1 ORDER BY index LIMIT 2)
		AND o.index IN (SELECT index FROM log_span WHERE n = 1 ORDER BY index LIMIT 2) AND o.index <> s.index`},
	{name: "the end of the log cut off", want: audit.Log,
		sql: `DELETE FROM log_span WHERE index = (SELECT max(index) FROM log_span)`},
	{name: "a middle of the log taken out", want: audit.Log,
		sql: `DELETE FROM log_span WHERE index = (SELECT index FROM log_span ORDER BY index OFFSET 5 LIMIT 1)`},
	{name: "a hash of the log edited", want: audit.Log,
		sql: `UPDATE log_run SET hashes = overlay(hashes PLACING '\x00'::bytea FROM 33 FOR 1) WHERE index = 0 AND get_byte(hashes, 32) <> 0;
		UPDATE log_run SET hashes = overlay(hashes PLACING '\x01'::bytea FROM 65 FOR 1) WHERE index = 0 AND get_byte(hashes, 64) <> 1;`},
	{name: "the hashes of the log deleted", want: audit.Log, sql: `DELETE FROM log_run`},
	{name: "the checkpoint replaced by another text", want: audit.Log,
		sql: `UPDATE log_head SET checkpoint = 'forged'`},
	{name: "the checkpoint deleted", want: audit.Log, sql: `UPDATE log_head SET checkpoint = ''`},
	{name: "leaves kept out of the log", want: audit.Log,
		sql: `UPDATE log_head SET positions = (SELECT array_agg(p + 1000000) FROM unnest(positions) p)`},
	{name: "the log cut to an earlier size and signed anew", want: audit.Log, do: func(h *handTamper) {
		h.sql(`DELETE FROM log_span WHERE index >= 20`)
		h.sql(`UPDATE log_span SET n = 20 - index WHERE index + n > 20`)
		h.sql(`UPDATE log_head SET size = 20, hashes = $1`, tlog.StoredHashCount(20))
		h.resign()
	}},
	{name: "the log signed by another key", want: audit.Log, do: func(h *handTamper) {
		var key struct{ Public string }
		h.ok(json.Unmarshal(value[[]byte](h, `SELECT value FROM setting WHERE key = 'log.key'`), &key))
		h.pinned = key.Public
		secret, public, err := log.GenerateKey(rand.Reader, "test.log")
		h.ok(err)
		text, err := json.Marshal(map[string]string{"secret": secret, "public": public})
		h.ok(err)
		h.sql(`UPDATE setting SET value = $1 WHERE key = 'log.key'`, text)
		h.resign()
	}, opt: func(o *audit.Options, h *handTamper) { o.LogKey = h.pinned }},
	{name: "the log written anew behind a checkpoint that somebody remembers", want: audit.Log,
		do: func(h *handTamper) {
			h.remembered = string(value[[]byte](h, `SELECT checkpoint FROM log_head`))
			h.sql(`TRUNCATE log_span, log_run`)
			h.sql(`UPDATE log_head SET size = 0, hashes = 0, checkpoint = '', writers = '{}', positions = '{}'`)
			h.sequence(func(op store.OpID) bool { return op.Writer() == 2 })
			h.sequence(func(store.OpID) bool { return true })
		}, opt: func(o *audit.Options, h *handTamper) { o.Checkpoints = []string{h.remembered} }},
}

// tamperings by what they tamper with, as docs/audit.md has them.
var tamperings = []struct {
	title string
	list  []tampering
}{{"The journal", ofTheJournal}, {"The public log", ofTheLog}, {"Seeds, odds and draws", ofTheDraws},
	{"A restore", ofRestores}, {"What rooms came to", ofRooms}, {"What things cost and give", ofPrices},
	{"Settings and catalogue", ofRules}, {"Operators", ofOperators},
	{"Ops of known kinds, forged", ofForged}, {"What a day counts, and what an op leaves out", ofDays}}

// TestEveryTamperingIsTold holds the table of docs/audit.md to the tests. To write it anew: JADEBOX_WRITE_AUDIT=1.
func TestEveryTamperingIsTold(t *testing.T) {
	var want strings.Builder
	for _, part := range tamperings {
		fmt.Fprintf(&want, "\n### %s\n| What is done | Caught by |\n|---|---|\n", part.title)
		for _, c := range part.list {
			fmt.Fprintf(&want, "| %s | %d, %v |\n", c.name, c.want, c.want)
		}
	}
	const name, from, to = "../../docs/audit.md", "<!-- tamperings -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), from)
	table, tail, found := strings.Cut(rest, to)
	if os.Getenv("JADEBOX_WRITE_AUDIT") != "" {
		if err := os.WriteFile(name, []byte(head+from+want.String()+to+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !found || table != want.String() {
		t.Errorf("%s does not tell what is caught:\n%s", name, want.String())
	}
}

func TestNoTamperingPasses(t *testing.T) {
	var all []tampering
	for _, part := range tamperings {
		all = append(all, part.list...)
	}
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			if !c.alone {
				t.Parallel()
			}
			dsn, end := copyOfWorld(t)
			h := &handTamper{T: t, dsn: dsn, end: end}
			if c.do != nil {
				c.do(h)
			} else {
				h.sql(c.sql)
			}
			o := ofSiteAt(end)
			if c.opt != nil {
				c.opt(&o, h)
			}
			r, err := audit.CheckDSN(t.Context(), dsn, o)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range r.Violations[:min(3, len(r.Violations))] {
				t.Logf("%d: %d %s: %.180s", i, v.Invariant, v.Name, v.What)
			}
			if r.Counts[c.want] == 0 {
				t.Errorf("not seen as %v: %+v", c.want, r.Violations)
			}
		})
	}
}
