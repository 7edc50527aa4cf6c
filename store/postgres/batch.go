package postgres

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// arrays are the columns of a batch, kept from batch to batch.
type arrays struct {
	opID, opPlayer        []int64
	opAt                  []time.Time
	opKey, opKind         []string
	opRequest, opChain    [][]byte
	opBody, opResult      [][]byte
	account, delta, nonce []int64
	most                  []int64 // an account may have before the batch
	epoch, count          []int32
	fresh                 []int64 // accounts that may not have a row yet
	tOp, tDebit, tCredit  []int64
	tAmount               []int64
	tIdx                  []int16
	iID, iOwner, iValue   []int64
	iAt                   []time.Time
	iDef                  []int32
	iSource               []int16
	mItem, mFrom, mTo     []int64
	mFromStatus           []int16
	mToStatus             []int16
	created, changed      rooms
	mbPlayer, mbRoom      []int64
	mbKind                []string
	mbAt                  []time.Time
	lOwner                []int64 // whose lists an old op comes into
	lAt                   []time.Time
	ePlayer, eID          []int64 // entries
	eList                 []string
	eAt                   []time.Time
	vOwner, vItem         []int64 // whose lists of items an item moves in
	vStays                []int16 // 1: its owner stays

	node     int64    // for which it is written; 0: for none
	seq      int64    // of the last op
	chain    [32]byte // after the last op
	chains   [][32]byte
	position map[store.AccountID]int // of an account in account
	order    []int
	body     []byte
	arena    []byte // stored bodies
	text     []byte // of the body that is packed
	scratch  []byte
	receipts []store.Receipt
}

// rooms are the columns of room writes.
type rooms struct {
	id          []int64
	kind        []string
	status      []int16
	deadline    []*time.Time
	at          []time.Time
	state       [][]byte
	epoch       []int32
	fromVersion []int64
	fromStatus  []int16
	listed      []string
}

func (r *rooms) reset() {
	*r = rooms{r.id[:0], r.kind[:0], r.status[:0], r.deadline[:0], r.at[:0], r.state[:0], r.epoch[:0],
		r.fromVersion[:0], r.fromStatus[:0], r.listed[:0]}
}

func (r *rooms) add(w *store.RoomWrite, at time.Time) {
	var deadline *time.Time
	if !w.Deadline.IsZero() {
		deadline = &w.Deadline
	}
	r.id, r.kind, r.status = append(r.id, int64(w.Room)), append(r.kind, w.Kind), append(r.status, int16(w.Status))
	r.deadline, r.at, r.state = append(r.deadline, deadline), append(r.at, at), append(r.state, notNil(w.State))
	r.epoch, r.fromVersion, r.fromStatus = append(r.epoch, int32(w.Epoch)), append(r.fromVersion, int64(w.FromVersion)),
		append(r.fromStatus, int16(w.FromStatus))
	r.listed = append(r.listed, w.Listed)
}

func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func (a *arrays) reset() {
	a.opID, a.opPlayer, a.opAt, a.opKey, a.opKind = a.opID[:0], a.opPlayer[:0], a.opAt[:0], a.opKey[:0], a.opKind[:0]
	a.opRequest, a.opChain, a.opBody, a.opResult = a.opRequest[:0], a.opChain[:0], a.opBody[:0], a.opResult[:0]
	a.account, a.delta, a.nonce, a.epoch, a.count, a.fresh = a.account[:0], a.delta[:0], a.nonce[:0], a.epoch[:0],
		a.count[:0], a.fresh[:0]
	a.most = a.most[:0]
	a.tOp, a.tDebit, a.tCredit, a.tAmount, a.tIdx = a.tOp[:0], a.tDebit[:0], a.tCredit[:0], a.tAmount[:0], a.tIdx[:0]
	a.iID, a.iOwner, a.iValue, a.iAt, a.iDef, a.iSource = a.iID[:0], a.iOwner[:0], a.iValue[:0], a.iAt[:0], a.iDef[:0],
		a.iSource[:0]
	a.mItem, a.mFrom, a.mTo, a.mFromStatus, a.mToStatus = a.mItem[:0], a.mFrom[:0], a.mTo[:0], a.mFromStatus[:0],
		a.mToStatus[:0]
	a.mbPlayer, a.mbRoom, a.mbKind, a.mbAt = a.mbPlayer[:0], a.mbRoom[:0], a.mbKind[:0], a.mbAt[:0]
	a.lOwner, a.lAt, a.chains, a.arena = a.lOwner[:0], a.lAt[:0], a.chains[:0], a.arena[:0]
	a.ePlayer, a.eID, a.eList, a.eAt = a.ePlayer[:0], a.eID[:0], a.eList[:0], a.eAt[:0]
	a.vOwner, a.vItem, a.vStays = a.vOwner[:0], a.vItem[:0], a.vStays[:0]
	a.created.reset()
	a.changed.reset()
	if a.position == nil {
		a.position = map[store.AccountID]int{}
	}
	clear(a.position)
}

// fill numbers the ops after (seq, chain) and lays them out as columns.
func (a *arrays) fill(writer, seq int64, chain [32]byte, batch []*pending, now time.Time) {
	a.reset()
	a.chains = slices.Grow(a.chains, len(batch)) // opChain points into it
	for _, p := range batch {
		seq++
		p.id = store.MakeOpID(writer, seq)
		p.norm = p.op.Normal(p.id)
		a.body = store.AppendBody(a.body[:0], p.norm)
		chain, a.scratch = store.NextChain(chain, p.id, p.norm, a.body, a.scratch)
		a.chains = append(a.chains, chain)
		start := len(a.arena)
		var result []byte
		a.arena, result, a.text = pack(a.arena, a.body, p.norm.Result, a.text)
		a.add(p, a.arena[start:len(a.arena):len(a.arena)], result)
		if op := p.norm; op.At.Before(now.Add(-settled / 2)) {
			a.late(op)
		}
	}
	a.seq, a.chain = seq, chain
	a.sortAccounts()
}

// add lays an op out; body and result are what their columns hold.
func (a *arrays) add(p *pending, body, result []byte) {
	op, id := p.norm, int64(p.id)
	a.opID, a.opPlayer, a.opAt = append(a.opID, id), append(a.opPlayer, int64(op.Player)), append(a.opAt, op.At)
	a.opKey, a.opKind = append(a.opKey, op.Key), append(a.opKind, op.Kind)
	a.opRequest, a.opChain = append(a.opRequest, p.op.Request[:]), append(a.opChain, a.chains[len(a.chains)-1][:])
	a.opBody, a.opResult = append(a.opBody, body), append(a.opResult, notNil(result))
	for _, d := range p.deltas {
		if d.Account.Derived() {
			continue
		}
		a.delta[a.at(d.Account)] += d.Cents
		if d.Cents > 0 && d.Account.Class() != store.ClassPlayerGems {
			a.fresh = append(a.fresh, int64(d.Account))
		}
	}
	if most := op.ToPlayMost; most != nil {
		account := store.PlayerToPlay(op.Player)
		a.most[a.at(account)] = *most             // no other op of the batch moves the account (admit)
		a.fresh = append(a.fresh, int64(account)) // a row to lock: what makes one meanwhile waits
	}
	if n := op.Nonce; n != nil {
		i := a.at(store.PlayerGems(n.Player))
		if a.count[i] == 0 {
			a.epoch[i], a.nonce[i] = int32(n.Epoch), int64(n.From)
		}
		a.count[i] += int32(n.Count)
	}
	for i, t := range op.Entries() {
		a.tOp, a.tDebit, a.tCredit = append(a.tOp, id), append(a.tDebit, int64(t.Debit)),
			append(a.tCredit, int64(t.Credit))
		a.tAmount, a.tIdx = append(a.tAmount, t.AmountCents), append(a.tIdx, int16(i))
	}
	for i, it := range op.NewItems {
		a.iID, a.iOwner, a.iValue = append(a.iID, id<<7|int64(i)), append(a.iOwner, int64(it.Owner)),
			append(a.iValue, it.ValueCents)
		a.iAt, a.iDef, a.iSource = append(a.iAt, op.At), append(a.iDef, int32(it.Def)),
			append(a.iSource, int16(it.Source))
	}
	for _, m := range op.Moves {
		a.mItem, a.mFrom, a.mTo = append(a.mItem, int64(m.Item)), append(a.mFrom, int64(m.From.Owner)),
			append(a.mTo, int64(m.To.Owner))
		a.mFromStatus, a.mToStatus = append(a.mFromStatus, int16(m.From.Status)),
			append(a.mToStatus, int16(m.To.Status))
		a.movesIn(m)
	}
	for _, l := range op.Lists {
		on := id
		if op.Room != nil {
			on = int64(op.Room.Room)
		}
		a.ePlayer, a.eList = append(a.ePlayer, int64(l.Player)), append(a.eList, l.List)
		a.eAt, a.eID = append(a.eAt, op.At), append(a.eID, on)
	}
	for _, who := range op.Others() {
		a.ePlayer, a.eList = append(a.ePlayer, int64(who)), append(a.eList, store.OthersList(op.Kind))
		a.eAt, a.eID = append(a.eAt, op.At), append(a.eID, id)
	}
	if w := op.Room; w != nil {
		if w.FromVersion == 0 {
			a.created.add(w, op.At)
		} else {
			a.changed.add(w, op.At)
		}
		if w.Member != 0 {
			a.mbPlayer, a.mbRoom = append(a.mbPlayer, int64(w.Member)), append(a.mbRoom, int64(w.Room))
			a.mbKind, a.mbAt = append(a.mbKind, w.Kind), append(a.mbAt, op.At)
		}
	}
}

// movesIn notes the owners in whose lists an item moves. Rooms have no lists.
func (a *arrays) movesIn(m store.ItemMove) {
	from, to := int64(m.From.Owner), int64(m.To.Owner)
	if from == to {
		a.vOwner, a.vItem, a.vStays = append(a.vOwner, from), append(a.vItem, int64(m.Item)), append(a.vStays, 1)
		return
	}
	for _, owner := range []int64{from, to} {
		if owner > 0 {
			a.vOwner, a.vItem, a.vStays = append(a.vOwner, owner), append(a.vItem, int64(m.Item)), append(a.vStays, 0)
		}
	}
}

// late notes the lists that an op comes into which is older than what may be anchored there.
func (a *arrays) late(op *store.Op) {
	owners := []int64{int64(op.Player), member(op)}
	for _, it := range op.NewItems {
		owners = append(owners, int64(it.Owner))
	}
	for _, l := range op.Lists {
		owners = append(owners, int64(l.Player))
	}
	for _, who := range op.Others() {
		owners = append(owners, int64(who))
	}
	slices.Sort(owners)
	for _, owner := range slices.Compact(owners) {
		if owner > 0 {
			a.lOwner, a.lAt = append(a.lOwner, owner), append(a.lAt, op.At)
		}
	}
	if w := op.Room; w != nil && w.Status.Final() {
		a.lOwner, a.lAt = append(a.lOwner, 0), append(a.lAt, op.At)
	}
}

func member(op *store.Op) int64 {
	if op.Room == nil {
		return 0
	}
	return int64(op.Room.Member)
}

// at returns the row of an account in the batch.
func (a *arrays) at(id store.AccountID) int {
	i, ok := a.position[id]
	if !ok {
		i = len(a.account)
		a.position[id] = i
		a.account, a.delta, a.nonce = append(a.account, int64(id)), append(a.delta, 0), append(a.nonce, 0)
		a.epoch, a.count, a.most = append(a.epoch, 0), append(a.count, 0), append(a.most, math.MaxInt64)
	}
	return i
}

// sortAccounts brings the accounts into the one order in which every batch locks them.
func (a *arrays) sortAccounts() {
	slices.Sort(a.fresh)
	a.fresh = slices.Compact(a.fresh)
	if slices.IsSorted(a.account) {
		return
	}
	a.order = a.order[:0]
	for i := range a.account {
		a.order = append(a.order, i)
	}
	slices.SortFunc(a.order, func(i, j int) int { return cmp.Compare(a.account[i], a.account[j]) })
	account, delta, nonce := slices.Clone(a.account), slices.Clone(a.delta), slices.Clone(a.nonce)
	epoch, count, most := slices.Clone(a.epoch), slices.Clone(a.count), slices.Clone(a.most)
	for to, from := range a.order {
		a.account[to], a.delta[to], a.nonce[to], a.epoch[to], a.count[to] = account[from], delta[from], nonce[from],
			epoch[from], count[from]
		a.most[to] = most[from]
		a.position[store.AccountID(account[from])] = to
	}
}

// first are the columns of a batch of one op.
func (a *arrays) first() []any {
	return []any{a.opID[0], a.opPlayer[0], a.opKey[0], a.opKind[0], a.opAt[0], a.opRequest[0], a.opChain[0],
		a.opBody[0], a.opResult[0], a.account, a.delta, a.epoch, a.nonce, a.count, a.tDebit, a.tCredit, a.tAmount,
		a.iOwner, a.iValue, a.iDef, a.iSource}
}

// apply commits a batch under the writer's slot and returns the balances of its accounts in their order.
func (w *writer) apply(ctx context.Context, batch []*pending) ([]int64, error) {
	if !w.held { // a process that only reads takes no slot
		if err := w.resume(ctx); err != nil {
			return nil, err
		}
	}
	a := &w.batch
	a.fill(w.id, w.seq, w.chain, batch, w.e.opt.Clock())
	var balances []int64
	one := len(batch) == 1 && !batch[0].alone() && batch[0].op.Room == nil && len(a.mItem) == 0 && len(a.fresh) == 0 &&
		len(a.lOwner) == 0 && len(a.ePlayer) == 0
	a.node = w.e.node.Load()
	if one && a.node == 0 {
		err := w.conn.QueryRow(ctx, "one", a.first()...).Scan(&balances)
		return balances, err
	}
	q := &pgx.Batch{}
	if a.node != 0 {
		if _, err := w.conn.Prepare(ctx, "guard", guard); err != nil { // once a connection
			return nil, err
		}
		q.Queue("guard", a.node)
	}
	if one {
		q.Queue("one", a.first()...).QueryRow(func(row pgx.Row) error { return row.Scan(&balances) })
		err := w.conn.SendBatch(ctx, q).Close()
		return balances, err
	}
	if n := batch[0].player; n != nil {
		id := batch[0].op.Player
		q.Queue("player", int64(id), n.Name, n.PasswordHash, n.Avatar, n.Language, n.SpreadCode, int64(n.InvitedBy),
			n.Fingerprint, n.UserSeed, n.Bot, n.At,
			int64(store.PlayerGems(id)), n.Phone, n.SteamID)
	}
	q.Queue("ops", a.opID, a.opPlayer, a.opAt, a.opKey, a.opKind, a.opRequest, a.opChain, a.opBody, a.opResult)
	if n := batch[0].name; n != nil { // behind the op, so that a key that is known is answered first
		q.Queue("name", int64(batch[0].op.Player), n.Name, batch[0].norm.At, n.Before)
	}
	if r := &a.created; len(r.id) > 0 {
		q.Queue("newRooms", r.id, r.kind, r.status, r.deadline, r.at, r.state, r.listed, int64(len(r.id)))
	}
	if r := &a.changed; len(r.id) > 0 {
		q.Queue("rooms", r.id, r.kind, r.status, r.deadline, r.at, r.state, r.epoch, r.fromVersion, r.fromStatus,
			int64(len(r.id)))
	}
	if len(a.mbRoom) > 0 {
		q.Queue("members", a.mbPlayer, a.mbRoom, a.mbKind, a.mbAt)
	}
	if len(a.ePlayer) > 0 {
		q.Queue("entries", a.ePlayer, a.eList, a.eAt, a.eID)
	}
	if len(a.fresh) > 0 {
		q.Queue("newAccounts", a.fresh)
	}
	if len(a.account) > 0 {
		q.Queue("accounts", a.account, a.delta, a.epoch, a.nonce, a.count,
			int64(len(a.account)), a.most).QueryRow(func(row pgx.Row) error {
			return row.Scan(nil, &balances)
		})
	}
	if len(a.tOp) > 0 {
		q.Queue("transfers", a.tOp, a.tDebit, a.tCredit, a.tAmount, a.tIdx)
	}
	if len(a.iID) > 0 {
		q.Queue("items", a.iID, a.iOwner, a.iAt, a.iValue, a.iDef, a.iSource)
	}
	if len(a.mItem) > 0 {
		q.Queue("moves", a.mItem, a.mFrom, a.mFromStatus, a.mTo, a.mToStatus, int64(len(a.mItem)))
	}
	if n := len(a.lOwner) + len(a.vOwner); n > 0 {
		q.Queue("touch", append(append(make([]int64, 0, n), a.lOwner...), a.vOwner...))
	}
	if len(a.lOwner) > 0 {
		q.Queue("late", a.lOwner)
		q.Queue("unanchor", a.lOwner, a.lAt)
	}
	if len(a.vOwner) > 0 {
		q.Queue("unlist", a.vOwner, a.vItem, a.vStays)
	}
	err := w.conn.SendBatch(ctx, q).Close()
	return balances, err
}
