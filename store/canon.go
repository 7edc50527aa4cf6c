package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"
)

// The canonical body of an op is one byte string that engines store beside the tables it was applied to: the journal.
// It is what the hash chain covers, what Op and Ops read back and what an auditor replays.

const bodyVersion = 1

// ErrBody is a body that no writer has produced.
var ErrBody = errors.New("store: op body is damaged")

// AppendBody appends the canonical body of op: everything but id, player, key, request, kind, time and result.
// Of a room's state it holds the SHA-256.
func AppendBody(b []byte, op *Op) []byte {
	var state [32]byte
	if op.Room != nil {
		state = sha256.Sum256(op.Room.State)
	}
	return appendBody(b, op, state)
}

// AppendRecord is AppendBody for an op read back, whose room state is known by its hash only.
func AppendRecord(b []byte, rec *OpRecord) []byte { return appendBody(b, &rec.Op, rec.StateHash) }

func appendBody(b []byte, op *Op, state [32]byte) []byte {
	b = append(b, bodyVersion)
	b = binary.AppendUvarint(b, uint64(len(op.Postings)+len(op.Play)))
	for _, list := range [2][]Posting{op.Postings, op.Play} {
		for _, p := range list {
			b = appendInts(b, int64(p.Debit), int64(p.Credit), p.AmountCents)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(op.NewItems)))
	for _, it := range op.NewItems {
		b = appendInts(b, int64(it.Owner), int64(it.Def), it.ValueCents, int64(it.Source))
	}
	b = binary.AppendUvarint(b, uint64(len(op.Moves)))
	for _, m := range op.Moves {
		b = appendInts(b, int64(m.Item), int64(m.From.Owner), int64(m.From.Status), int64(m.To.Owner),
			int64(m.To.Status))
	}
	if n := op.Nonce; n != nil {
		b = appendInts(append(b, 1), int64(n.Player), int64(n.Epoch), int64(n.From), int64(n.Count))
	} else {
		b = append(b, 0)
	}
	if w := op.Room; w != nil {
		b = appendInts(append(b, 1), int64(w.Room), int64(w.Epoch), int64(w.FromVersion), int64(w.FromStatus),
			int64(w.Status), int64(w.Member), micros(w.Deadline))
		b = appendBytes(b, w.Kind)
		b = append(b, state[:]...)
	} else {
		b = append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(op.Leaves)))
	for _, l := range op.Leaves {
		b = appendBytes(appendBytes(b, l.Key), l.Data)
	}
	b = binary.AppendUvarint(b, uint64(len(op.Events)))
	for _, e := range op.Events {
		b = appendBytes(appendBytes(b, e.Type), e.Body)
	}
	return b
}

// DecodeBody fills rec from a canonical body. Room.State stays empty, its hash goes to rec.StateHash.
func DecodeBody(body []byte, rec *OpRecord) error {
	d := decoder{b: body}
	if d.byte() != bodyVersion {
		return ErrBody
	}
	for range d.count(3) {
		p := Posting{AccountID(d.int()), AccountID(d.int()), d.int()}
		if p.Credit.Currency() == ToPlay { // an op that mixes them would read back as another one, and break the chain
			rec.Play = append(rec.Play, p)
		} else {
			rec.Postings = append(rec.Postings, p)
		}
	}
	for range d.count(4) {
		rec.NewItems = append(rec.NewItems, NewItem{PlayerID(d.int()), DefID(d.int()), d.int(), ItemSource(d.int())})
	}
	for range d.count(5) {
		rec.Moves = append(rec.Moves, ItemMove{ItemID(d.int()),
			ItemPlace{PlayerID(d.int()), ItemStatus(d.int())}, ItemPlace{PlayerID(d.int()), ItemStatus(d.int())}})
	}
	if d.byte() == 1 {
		rec.Nonce = &NonceUse{PlayerID(d.int()), Epoch(d.int()), uint64(d.int()), uint32(d.int())}
	}
	if d.byte() == 1 {
		w := &RoomWrite{Room: RoomID(d.int()), Epoch: Epoch(d.int()), FromVersion: uint64(d.int()),
			FromStatus: RoomStatus(d.int()), Status: RoomStatus(d.int()), Member: PlayerID(d.int())}
		w.Deadline = fromMicros(d.int())
		w.Kind = string(d.bytes())
		copy(rec.StateHash[:], d.take(len(rec.StateHash)))
		rec.Room = w
	}
	for range d.count(2) {
		rec.Leaves = append(rec.Leaves, LogLeaf{string(d.bytes()), d.bytes()})
	}
	for range d.count(2) {
		rec.Events = append(rec.Events, NewEvent{string(d.bytes()), d.bytes()})
	}
	if d.bad || len(d.b) != 0 {
		return ErrBody
	}
	return nil
}

// ChainGenesis is the chain head of a writer that has committed nothing.
func ChainGenesis(writer int64) [32]byte {
	return sha256.Sum256(binary.BigEndian.AppendUint64([]byte("jadebox/writer/1\n"), uint64(writer)))
}

// NextChain is the hash chain head after an op: SHA-256 over the previous head and the whole op. scratch is reused when
// large enough.
func NextChain(prev [32]byte, id OpID, op *Op, body, scratch []byte) ([32]byte, []byte) {
	b := append(scratch[:0], prev[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(id))
	b = binary.BigEndian.AppendUint64(b, uint64(op.Player))
	b = binary.BigEndian.AppendUint64(b, uint64(micros(op.At)))
	b = append(b, op.Request[:]...)
	b = appendBytes(b, op.Key)
	b = appendBytes(b, op.Kind)
	b = appendBytes(b, body)
	b = appendBytes(b, op.Result)
	return sha256.Sum256(b), b
}

// Writer is the number of the writer that committed the op.
func (id OpID) Writer() int64 { return int64(id) >> 40 }

// Seq is the place of the op in what its writer committed, from 1 and without a gap.
func (id OpID) Seq() int64 { return int64(id) & (1<<40 - 1) }

// MakeOpID joins a writer and its sequence (from 1).
func MakeOpID(writer, seq int64) OpID { return OpID(writer<<40 | seq) }

// OpID of the op that created the item.
func (id ItemID) OpID() OpID { return OpID(id >> 7) }

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

func appendInts(b []byte, v ...int64) []byte {
	for _, x := range v {
		b = binary.AppendVarint(b, x)
	}
	return b
}

func appendBytes[T string | []byte](b []byte, v T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(v))), v...)
}

type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.bad, d.b = true, nil
		return nil
	}
	v := d.b[:n:n]
	d.b = d.b[n:]
	return v
}

func (d *decoder) byte() byte {
	if v := d.take(1); v != nil {
		return v[0]
	}
	return 0
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.b)
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

// count reads the length of a list whose entries take at least size bytes each, so that a damaged count cannot run
// away.
func (d *decoder) count(size int) int {
	n := d.uint()
	if n > uint64(len(d.b)/size) {
		d.bad, d.b = true, nil
		return 0
	}
	return int(n)
}

func (d *decoder) bytes() []byte {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return nil
	}
	return d.take(int(n))
}
