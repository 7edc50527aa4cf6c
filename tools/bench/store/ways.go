package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
	"jadebox/store/postgres"
)

const (
	callersMax = 1024
	playersMax = 10_000 // battles take players from all of them, as a site does
	priceCents = 250
)

// player belongs to one caller.
type player struct {
	id    store.PlayerID
	nonce uint64
	keys  uint64
}

func (b *bench) prepare() error {
	var err error
	if b.engine, err = postgres.Open(b.ctx, b.server.DSN(), postgres.Options{}); err != nil {
		return err
	}
	config, err := pgxpool.ParseConfig(b.server.DSN())
	if err != nil {
		return err
	}
	config.MaxConns = 32 // more make the plain way slower
	if b.pool, err = pgxpool.NewWithConfig(b.ctx, config); err != nil {
		return err
	}
	if err := b.pool.QueryRow(b.ctx,
		`INSERT INTO writer (node) VALUES ('bench') RETURNING id`).Scan(&b.writer); err != nil {
		return err
	}
	for i := range callersMax {
		b.players = append(b.players, player{id: store.PlayerID(i + 1)})
	}
	battles := int64(b.duration.Seconds()*1.2+1) * 9000
	for range battles {
		b.rooms = append(b.rooms, int64(len(b.rooms)+1))
	}
	for _, q := range []string{
		fmt.Sprintf(`INSERT INTO account (id, balance, seed_epoch) SELECT i << 8 | 1, 1000000000000, 1 FROM generate_series(1, %d) i`, playersMax),
		fmt.Sprintf(`INSERT INTO account (id, balance) SELECT i << 8 | 3, 4000 FROM generate_series(1, %d) i`, battles),
		fmt.Sprintf(`INSERT INTO room (id, kind, epoch, version, status, deadline, at, updated, state)
			SELECT i, 'battle', 1, 8, 3, now(), now(), now(), repeat('s', 800)::bytea FROM generate_series(1, %d) i`, battles),
		`CREATE TABLE plain_result (op bigint, idx smallint, key text COLLATE "C" NOT NULL, data bytea NOT NULL, PRIMARY KEY (op, idx))`,
		`VACUUM ANALYZE account`, `VACUUM ANALYZE room`,
	} {
		if _, err := b.pool.Exec(b.ctx, q); err != nil {
			return err
		}
	}
	if err := b.openPipes(); err != nil {
		return err
	}
	return b.makeLeaves()
}

// makeLeaves writes real result leaves, enough that their hashes do not compress as if they were one.
func (b *bench) makeLeaves() error {
	for i := range 256 {
		if err := b.makeLeaf(fmt.Sprintf("%x", sha256.Sum256([]byte{byte(i)}))); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) makeLeaf(seed string) error {
	o, err := fairness.Roll("k3", seed)
	if err != nil {
		return err
	}
	leaf, err := log.Result{Scope: fairness.SoloScope(1024, 12), N: 512, Player: 1024, Box: 7, OddsHash: seed,
		StakeCents: priceCents, Item: 133, ValueCents: 1234,
		UserSeed: "k3", ServerSeed: seed, ServerHash: fairness.ServerHash(seed), ResultHash: o.ResultHash, V: o.V,
		Ctx: o.ResultHash, Beacon: seed, AtMS: time.Now().UnixMilli()}.Leaf()
	b.leaves = append(b.leaves, leaf)
	return err
}

func (b *bench) leaf(n uint64) []byte { return b.leaves[n%uint64(len(b.leaves))] }

// opening is the op of a box opening as the player actor makes it.
func (b *bench) opening(caller int) *store.Op {
	p := &b.players[caller]
	p.keys++
	nonce := p.nonce
	p.nonce++
	request := sha256.Sum256(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(p.id)), p.keys))
	return &store.Op{Player: p.id, Key: fmt.Sprintf("open:%016x%016x", p.id, p.keys), Request: request,
		Kind: "box.open", At: time.Now(),
		Postings: []store.Posting{{Debit: store.PlayerGems(p.id), Credit: store.House, AmountCents: priceCents}},
		NewItems: []store.NewItem{{Owner: p.id, Def: 133, ValueCents: 1234, Source: store.FromBox}},
		Nonce:    &store.NonceUse{Player: p.id, Epoch: 1, From: nonce, Count: 1},
		Leaves: []store.LogLeaf{{Data: b.leaf(nonce),
			Key: log.KeyResult.Of(fairness.ResultID(fairness.SoloScope(int64(p.id), 1), nonce))}},
		Events: []store.NewEvent{{Type: "drop", Body: request[:]}},
		Result: b.leaf(nonce)[:160],
	}
}

func (b *bench) openingGroup(caller int) error {
	_, err := b.engine.Commit(b.ctx, b.opening(caller))
	return err
}

var plainSeq atomic.Int64

func (b *bench) plainID() store.OpID { return store.MakeOpID(b.writer, plainSeq.Add(1)) }

var noChain = make([]byte, 32) // the plain ways have no order to chain

const insertOp = `INSERT INTO op (id, player, at, key, kind, request, chain, body, result) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const insertItem = `INSERT INTO item (id, owner, at, value, def, source) VALUES ($1, $2, $3, $4, $5, $6)`

// openingEach is the way of most servers: a transaction, a statement for each step, the result in a row of its own.
func (b *bench) openingEach(caller int) error {
	op := b.opening(caller)
	results := op.Leaves
	op.Leaves = nil
	return b.openingPlain(op, results)
}

// openingFolded keeps the result in the journal row.
func (b *bench) openingFolded(caller int) error { return b.openingPlain(b.opening(caller), nil) }

func (b *bench) openingPlain(op *store.Op, results []store.LogLeaf) error {
	id := b.plainID()
	body := store.AppendBody(nil, op)
	return pgx.BeginFunc(b.ctx, b.pool, func(tx pgx.Tx) error {
		var balance, nonce int64
		account := op.Postings[0].Debit
		if err := tx.QueryRow(b.ctx, `SELECT balance, next_nonce FROM account WHERE id = $1 FOR UPDATE`,
			account).Scan(&balance, &nonce); err != nil {
			return err
		}
		if balance < priceCents || nonce != int64(op.Nonce.From) {
			return store.ErrFunds
		}
		if _, err := tx.Exec(b.ctx, insertOp, id, op.Player, op.At, op.Key, op.Kind, op.Request[:], noChain, body,
			op.Result); err != nil {
			return err
		}
		if _, err := tx.Exec(b.ctx,
			`UPDATE account SET balance = balance - $2, next_nonce = next_nonce + 1 WHERE id = $1`, account,
			priceCents); err != nil {
			return err
		}
		if _, err := tx.Exec(b.ctx, `INSERT INTO transfer (op, debit, credit, amount, idx) VALUES ($1, $2, $3, $4, 0)`,
			id, account, store.House, priceCents); err != nil {
			return err
		}
		it := op.NewItems[0]
		if _, err := tx.Exec(b.ctx, insertItem, int64(id)<<7, it.Owner, op.At, it.ValueCents, it.Def,
			int16(it.Source)); err != nil {
			return err
		}
		return b.insertResults(tx, id, results)
	})
}

func (b *bench) insertResults(tx pgx.Tx, id store.OpID, results []store.LogLeaf) error {
	for i, r := range results {
		if _, err := tx.Exec(b.ctx, `INSERT INTO plain_result (op, idx, key, data) VALUES ($1, $2, $3, $4)`, id,
			int16(i), r.Key, r.Data); err != nil {
			return err
		}
	}
	return nil
}

// openingFunction takes a round trip each.
func (b *bench) openingFunction(caller int) error {
	var balances []int64
	return b.pool.QueryRow(b.ctx, oneFunction, b.functionArguments(b.opening(caller))...).Scan(&balances)
}

var nextRoom atomic.Int64

// battle is the settlement of a battle of four players and ten rounds: stakes to the house, consolations to the
// losers, forty items to the winner.
func (b *bench) battle() (*store.Op, error) {
	n := nextRoom.Add(1) - 1
	if n >= int64(len(b.rooms)) {
		return nil, errOut
	}
	room := store.RoomID(b.rooms[n])
	first := store.PlayerID(1 + rand.N(playersMax-4))
	op := &store.Op{Key: fmt.Sprintf("battle:%d:settle", room), Kind: "battle.settle", At: time.Now(),
		Postings: []store.Posting{{Debit: store.RoomEscrow(room), Credit: store.House, AmountCents: 4000}},
		Room: &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, FromVersion: 8, FromStatus: store.RoomRunning,
			Status: store.RoomSettled,
			State:  b.leaf(0)},
		Events: []store.NewEvent{{Type: "battle", Body: b.leaf(0)[:200]}},
	}
	winner := first
	for i := range int64(4) {
		if i > 0 {
			op.Postings = append(op.Postings, store.Posting{Debit: store.Bonus,
				Credit: store.PlayerGems(first + store.PlayerID(i)), AmountCents: 1})
		}
		for r := range int64(10) {
			op.NewItems = append(op.NewItems, store.NewItem{Owner: winner, Def: 7, ValueCents: 100,
				Source: store.FromBattle})
			op.Leaves = append(op.Leaves, store.LogLeaf{Data: b.leaf(uint64(n + r*4 + i)),
				Key: log.KeyResult.Of(fairness.ResultID(fairness.BattleScope(int64(room)), uint64(r*4+i)))})
		}
	}
	return op, nil
}

func (b *bench) battleGroup(int) error {
	op, err := b.battle()
	if err == nil {
		_, err = b.engine.Commit(b.ctx, op)
	}
	return err
}

// battleEach keeps the results in rows of their own.
func (b *bench) battleEach(int) error {
	op, err := b.battle()
	if err != nil {
		return err
	}
	results := op.Leaves
	op.Leaves = nil
	return b.battlePlain(op, results)
}

// battleFolded keeps the results in the journal row.
func (b *bench) battleFolded(int) error {
	op, err := b.battle()
	if err != nil {
		return err
	}
	return b.battlePlain(op, nil)
}

// battlePlain is a transaction with a statement for each step.
func (b *bench) battlePlain(op *store.Op, results []store.LogLeaf) error {
	id, w := b.plainID(), op.Room
	body := store.AppendBody(nil, op)
	return pgx.BeginFunc(b.ctx, b.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(b.ctx,
			`UPDATE room SET version = version + 1, status = $4, deadline = NULL, updated = $5, state = $6 WHERE id = $1 AND epoch = $2 AND version = $3`,
			w.Room, w.Epoch, int64(w.FromVersion), int16(w.Status), op.At, w.State)
		if err != nil || tag.RowsAffected() != 1 {
			return fmt.Errorf("room %d: %w", w.Room, err)
		}
		if _, err := tx.Exec(b.ctx, insertOp, id, op.Player, op.At, op.Key, op.Kind, op.Request[:], noChain, body,
			[]byte{}); err != nil {
			return err
		}
		for i, p := range op.Postings {
			for _, d := range (&store.Op{Postings: op.Postings[i : i+1]}).Deltas() {
				if d.Account.Derived() {
					continue
				}
				if _, err := tx.Exec(b.ctx, `UPDATE account SET balance = balance + $2 WHERE id = $1`, d.Account,
					d.Cents); err != nil {
					return err
				}
			}
			if _, err := tx.Exec(b.ctx,
				`INSERT INTO transfer (op, debit, credit, amount, idx) VALUES ($1, $2, $3, $4, $5)`, id, p.Debit,
				p.Credit, p.AmountCents, int16(i)); err != nil {
				return err
			}
		}
		for i, it := range op.NewItems {
			if _, err := tx.Exec(b.ctx, insertItem,
				int64(id)<<7|int64(i), it.Owner, op.At, it.ValueCents, it.Def, int16(it.Source)); err != nil {
				return err
			}
		}
		return b.insertResults(tx, id, results)
	})
}
