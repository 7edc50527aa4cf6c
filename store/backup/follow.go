package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// Follower keeps the log of a server.
type Follower struct {
	DSN   string
	To    Destination
	Every time.Duration // between two times at which the segment under way is made durable; 0 = a second
	Once  bool          // for one base: a slot that ends with the connection, a log that need not follow the one before
	Tell  func(Progress)
	// Fresh lets it begin where PostgreSQL still has the log, though the archive ends before: once, after ErrGap.
	Fresh bool

	// Started is called with each connection, when PostgreSQL keeps all log from now on for this follower.
	Started func(timeline int32)
}

// Until follows until ctx ends, until says that the archive has enough, or the connection breaks. It is safe to call
// again: it goes on behind the last whole segment.
func (f *Follower) Until(ctx context.Context, enough func(durable pglogrepl.LSN) bool) error {
	l, err := connect(ctx, f.DSN)
	if err != nil {
		return err
	}
	defer l.Close(context.WithoutCancel(ctx))
	if err := sameSite(ctx, f.To, l.system); err != nil {
		return err
	}
	if err := f.history(ctx, l); err != nil {
		return err
	}
	slot, at, err := f.slot(ctx, l)
	if err != nil {
		return fmt.Errorf("backup: slot: %w", err)
	}
	have, joined, err := wholeFrom(ctx, f.To, l.timeline, at, l.segment)
	if err != nil {
		return err
	}
	if !joined && !f.Fresh && !f.Once {
		return fmt.Errorf("%w: it ends before %s, from where on PostgreSQL keeps its log", ErrGap, at)
	}
	at = have
	part, err := f.part(ctx, l, at)
	if err != nil {
		return err
	}
	if f.Started != nil {
		f.Started(l.timeline)
	}
	err = pglogrepl.StartReplication(ctx, l.PgConn, slot, at, pglogrepl.StartReplicationOptions{Timeline: l.timeline,
		Mode: pglogrepl.PhysicalReplication})
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok && pe.Code == "58P01" { // the segment has been removed
		return fmt.Errorf("%w: %w", ErrGap, err)
	}
	if err != nil {
		return fmt.Errorf("backup: log: %w", err)
	}
	f.Fresh = false
	s := &segment{f: f, l: l, start: at, durable: at + pglogrepl.LSN(part), buffer: make([]byte, 0, l.segment)}
	return s.follow(ctx, enough)
}

// part is how much an earlier connection has kept of the segment that begins now: less must not take its place.
func (f *Follower) part(ctx context.Context, l *link, at pglogrepl.LSN) (int, error) {
	data, err := getPacked(ctx, f.To, walFolder+segmentName(l.timeline, at, l.segment)+partial+packed, l.segment)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return len(data), err
}

// history keeps where the server's timeline has left the one before, before any log of it: a later restore counts on
// from the timelines that it finds, and two restored sites never share one.
func (f *Follower) history(ctx context.Context, l *link) error {
	if l.timeline == 1 {
		return nil
	}
	now, err := pglogrepl.TimelineHistory(ctx, l.PgConn, l.timeline)
	if err != nil {
		return fmt.Errorf("backup: timeline: %w", err)
	}
	name := fmt.Sprintf("%s%08X%s", walFolder, l.timeline, historyEnd)
	kept, err := getPacked(ctx, f.To, name+packed, historyMost)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return putPacked(ctx, f.To, name+packed, now.Content, small)
	case err == nil && !bytes.Equal(kept, now.Content):
		err = fmt.Errorf("%w: another restored one, of the same timeline %d", ErrOtherSite, l.timeline)
	}
	return err
}

// slot makes sure that PostgreSQL keeps the log, and says from which segment on it has it.
func (f *Follower) slot(ctx context.Context, l *link) (name string, at pglogrepl.LSN, err error) {
	name = Slot
	if f.Once {
		name = fmt.Sprintf("%s_%d", Slot, l.PID())
		_, err = l.ask(ctx, "CREATE_REPLICATION_SLOT "+name+" TEMPORARY PHYSICAL RESERVE_WAL")
	} else {
		_, err = l.ask(ctx, "CREATE_REPLICATION_SLOT "+name+" PHYSICAL RESERVE_WAL")
	}
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok && pe.Code == "42710" { // it is there
		err = nil
	}
	if err != nil {
		return name, 0, err
	}
	row, err := l.ask(ctx, "READ_REPLICATION_SLOT "+name)
	if err != nil {
		return name, 0, err
	}
	if len(row) < 2 || row[1] == "" { // PostgreSQL has given up keeping the log for it (max_slot_wal_keep_size)
		if _, err := l.ask(ctx, "DROP_REPLICATION_SLOT "+name); err != nil && !strings.Contains(err.Error(), "no row") {
			return name, 0, err
		}
		return name, 0, fmt.Errorf("%w: PostgreSQL keeps no log for the slot any more", ErrGap)
	}
	at, err = pglogrepl.ParseLSN(row[1])
	return name, floor(at, l.segment), err
}

// segment is the one that is being received.
type segment struct {
	f       *Follower
	l       *link
	start   pglogrepl.LSN // of the segment
	buffer  []byte
	durable pglogrepl.LSN
	end     pglogrepl.LSN // of the server's log, as it said last
	asked   *Followed     // what can be said when the archive has come so far
}

// Followed says that at a time, by the server's clock, the archive held all that was committed.
type Followed struct {
	System   string    `json:"system"`
	Timeline int32     `json:"timeline"`
	LSN      string    `json:"lsn"`
	At       time.Time `json:"at"`
}

const followedName = walFolder + "followed.json"

// LastFollowed is what a follower has said last; the zero value when none has.
func LastFollowed(ctx context.Context, from Destination) (f Followed, err error) {
	r, err := from.Get(ctx, followedName)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	defer r.Close()
	err = json.NewDecoder(io.LimitReader(r, 1<<16)).Decode(&f)
	return f, err
}

// followed tells the archive that it is whole up to now: on a site where nothing happens, no commit would say so. Time
// and end of the log are asked for together, and told when the archive has come so far.
func (s *segment) followed(ctx context.Context) error {
	if s.asked == nil {
		return nil
	}
	at, err := pglogrepl.ParseLSN(s.asked.LSN)
	if err != nil || at > s.durable {
		return err
	}
	text, err := json.Marshal(s.asked)
	if err != nil {
		return err
	}
	s.asked = nil
	return s.f.To.Put(ctx, followedName, bytes.NewReader(text))
}

// ask is nil when the server cannot be asked now, or not by this role.
func (s *segment) ask(ctx context.Context) *Followed {
	ctx, cancel := context.WithTimeout(ctx, statusEvery)
	defer cancel()
	c, err := pgx.Connect(ctx, s.f.DSN)
	if err != nil {
		return nil
	}
	defer c.Close(context.WithoutCancel(ctx))
	f := &Followed{System: s.l.system, Timeline: s.l.timeline}
	if err := c.QueryRow(ctx, `SELECT clock_timestamp(), pg_current_wal_flush_lsn()::text`).Scan(&f.At,
		&f.LSN); err != nil {
		return nil
	}
	f.At = f.At.UTC()
	return f
}

// statusEvery is well below the minute after which PostgreSQL gives a silent follower up.
const statusEvery = 5 * time.Second

func (s *segment) at() pglogrepl.LSN { return s.start + pglogrepl.LSN(len(s.buffer)) }

func (s *segment) follow(ctx context.Context, enough func(pglogrepl.LSN) bool) error {
	every := s.f.Every
	if every <= 0 {
		every = time.Second
	}
	kept, reported, said := time.Now(), time.Time{}, time.Time{}
	tell := func() error {
		reported = time.Now()
		if s.f.Tell != nil {
			s.f.Tell(Progress{What: Following, LSN: s.durable.String(),
				Behind: int64(max(s.end, s.durable) - s.durable), At: reported})
		}
		return pglogrepl.SendStandbyStatusUpdate(ctx, s.l.PgConn,
			pglogrepl.StandbyStatusUpdate{WALWritePosition: s.durable})
	}
	for {
		if time.Since(kept) >= every && s.at() > s.durable {
			if err := s.keep(ctx); err != nil {
				return err
			}
			kept, reported = time.Now(), time.Time{}
		}
		if time.Since(reported) >= statusEvery {
			if err := tell(); err != nil {
				return err
			}
		}
		if s.asked == nil && !s.f.Once && time.Since(said) >= statusEvery {
			s.asked, said = s.ask(ctx), time.Now()
		}
		if err := s.followed(ctx); err != nil {
			return err
		}
		if enough != nil && enough(s.durable) {
			return tell()
		}
		wait, cancel := context.WithTimeout(ctx, min(every, statusEvery))
		m, err := s.l.ReceiveMessage(wait)
		cancel()
		if ctx.Err() != nil {
			return s.stop(ctx)
		}
		if pgconn.Timeout(err) {
			continue
		}
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case *pgproto3.CopyData:
			ask, err := s.take(ctx, m.Data)
			if err != nil {
				return err
			}
			if ask {
				reported = time.Time{}
			}
		case *pgproto3.CopyDone:
			return ErrTimeline
		case *pgproto3.ErrorResponse:
			return fmt.Errorf("backup: log: %w", pgconn.ErrorResponseToPgError(m))
		}
	}
}

// stop keeps what has come, though ctx has ended.
func (s *segment) stop(ctx context.Context) error {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if s.at() > s.durable {
		if err := s.keep(last); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take adds a message and says whether the server asks for an answer.
func (s *segment) take(ctx context.Context, data []byte) (ask bool, err error) {
	if len(data) == 0 {
		return false, errors.New("backup: log: empty message")
	}
	switch data[0] {
	case pglogrepl.PrimaryKeepaliveMessageByteID:
		alive, err := pglogrepl.ParsePrimaryKeepaliveMessage(data[1:])
		s.end = max(s.end, alive.ServerWALEnd)
		return alive.ReplyRequested, err
	case pglogrepl.XLogDataByteID:
		log, err := pglogrepl.ParseXLogData(data[1:])
		if err != nil {
			return false, err
		}
		s.end = max(s.end, log.ServerWALEnd)
		if log.WALStart != s.at() {
			return false, fmt.Errorf("backup: log: %s came where %s was to come", log.WALStart, s.at())
		}
		for rest := log.WALData; len(rest) > 0; {
			n := min(len(rest), int(s.l.segment)-len(s.buffer))
			s.buffer, rest = append(s.buffer, rest[:n]...), rest[n:]
			if int64(len(s.buffer)) == s.l.segment {
				if err := s.finish(ctx); err != nil {
					return false, err
				}
			}
		}
	}
	return false, nil
}

// keep makes the part of the segment that has come durable.
func (s *segment) keep(ctx context.Context) error {
	name := walFolder + segmentName(s.l.timeline, s.start, s.l.segment)
	if err := putPacked(ctx, s.f.To, name+partial+packed, s.buffer, quick); err != nil {
		return err
	}
	s.durable = s.at()
	return nil
}

func (s *segment) finish(ctx context.Context) error {
	name := walFolder + segmentName(s.l.timeline, s.start, s.l.segment)
	if err := putPacked(ctx, s.f.To, name+packed, s.buffer, small); err != nil {
		return err
	}
	s.start, s.buffer = s.at(), s.buffer[:0]
	s.durable = s.start
	return s.f.To.Remove(ctx, name+partial+packed)
}
