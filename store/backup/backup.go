// Package backup keeps a site's PostgreSQL a second time, elsewhere: whole copies (bases) and everything that was
// written since (the write-ahead log), so that the database can be made again as it was at any moment between
// (docs/backup.md).
//
// Both come over the replication protocol, from a server that goes on serving. A base counts from the moment at which
// its description is written, which is last; a segment of the log is acknowledged to PostgreSQL when it is durable at
// the destination, and PostgreSQL keeps what is not. Deliberately absent: what the rows mean (a database that went back
// in time is marked by store/postgres, MarkRestored), encryption (a backup is as secret as the database), tablespaces.
package backup

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store/postgres"
)

// Base describes a whole copy. It is written when the copy is durable.
type Base struct {
	Name         string    `json:"name"`
	System       string    `json:"system"` // PostgreSQL's number of the cluster
	Major        int       `json:"major"`
	Timeline     int32     `json:"timeline"`
	Start        string    `json:"start"` // LSN from which the log is needed
	End          string    `json:"end"`   // LSN from which on the copy is consistent
	SegmentBytes int64     `json:"segmentBytes"`
	Started      time.Time `json:"started"`
	Ended        time.Time `json:"ended"` // no moment before it can be restored from this copy
	TarBytes     int64     `json:"tarBytes"`
	TarSHA256    string    `json:"tarSha256"`
	Manifest     string    `json:"manifestSha256"`
	Site         Site      `json:"site"`
}

// Errors of a backup.
var (
	// ErrOtherSite says that the destination holds the backups of another database.
	ErrOtherSite = errors.New("backup: the destination holds another database")
	// ErrGap says that PostgreSQL has thrown away log that the archive lacks: only a new base makes it whole again.
	ErrGap = errors.New("backup: the archive has a gap")
	// ErrTimeline says that the server was recovered or promoted: its log goes on under another number.
	ErrTimeline = errors.New("backup: the server is on another timeline")
	// ErrNone says that nothing at the destination can be restored.
	ErrNone = errors.New("backup: no base that can be restored")
)

// Slot is the replication slot that keeps PostgreSQL from throwing away what the archive lacks.
const Slot = postgres.BackupSlot

// Progress is told from time to time.
type Progress struct {
	What         string // of the constants below
	Bytes, Total int64  // of a base, Total by estimate
	LSN          string // up to which the archive is durable
	Behind       int64  // bytes of log that the archive lacks
	At           time.Time
}

// What a Progress tells of.
const (
	Copying   = "base"
	Following = "log"
	Fetching  = "fetch"
)

// link is a connection for replication commands.
type link struct {
	*pgconn.PgConn
	system   string
	timeline int32
	at       pglogrepl.LSN
	major    int
	segment  int64
}

func connect(ctx context.Context, dsn string) (*link, error) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	config.RuntimeParams["replication"] = "true"
	config.RuntimeParams["application_name"] = "jadebox backup"
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	l := &link{PgConn: conn}
	if err := l.identify(ctx); err != nil {
		conn.Close(ctx)
		return nil, fmt.Errorf("backup: %w", err)
	}
	return l, nil
}

func (l *link) identify(ctx context.Context) error {
	is, err := pglogrepl.IdentifySystem(ctx, l.PgConn)
	if err != nil {
		return err
	}
	l.system, l.timeline, l.at = is.SystemID, is.Timeline, is.XLogPos
	if l.major, err = leading(l.ParameterStatus("server_version")); err != nil {
		return err
	}
	size, err := l.ask(ctx, "SHOW wal_segment_size")
	if err != nil {
		return err
	}
	l.segment, err = sizeOf(size[0])
	return err
}

// ask runs a command that answers one row.
func (l *link) ask(ctx context.Context, command string) ([]string, error) {
	results, err := l.Exec(ctx, command).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(results) == 0 || len(results[0].Rows) == 0 {
		return nil, fmt.Errorf("%s: no row", command)
	}
	var row []string
	for _, field := range results[0].Rows[0] {
		row = append(row, string(field))
	}
	return row, nil
}

func leading(version string) (int, error) {
	end := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(version)
	}
	return strconv.Atoi(version[:end])
}

// sizeOf reads a size as PostgreSQL shows it: 16MB, 1GB.
func sizeOf(text string) (int64, error) {
	for unit, bytes := range map[string]int64{"kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30} {
		if n, ok := strings.CutSuffix(text, unit); ok {
			v, err := strconv.ParseInt(n, 10, 64)
			return v * bytes, err
		}
	}
	return 0, fmt.Errorf("size %q", text)
}

// segmentName is that of the segment of the log that holds an LSN.
func segmentName(timeline int32, at pglogrepl.LSN, size int64) string {
	number, each := uint64(at)/uint64(size), uint64(1<<32)/uint64(size)
	return fmt.Sprintf("%08X%08X%08X", timeline, number/each, number%each)
}

// segmentStart is the LSN at which a segment begins.
func segmentStart(name string, size int64) (timeline int32, at pglogrepl.LSN, err error) {
	var high, low uint64
	if len(name) != 24 {
		return 0, 0, fmt.Errorf("segment %q", name)
	}
	parts := [3]uint64{}
	for i := range parts {
		if parts[i], err = strconv.ParseUint(name[8*i:8*i+8], 16, 32); err != nil {
			return 0, 0, fmt.Errorf("segment %q", name)
		}
	}
	high, low = parts[1], parts[2]
	return int32(parts[0]), pglogrepl.LSN((high*(uint64(1<<32)/uint64(size)) + low) * uint64(size)), nil
}

func floor(at pglogrepl.LSN, size int64) pglogrepl.LSN { return at - at%pglogrepl.LSN(size) }
