package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/klauspost/compress/zstd"
)

const (
	tarName      = "base.tar.zst"
	manifestName = "backup_manifest.zst"
	baseName     = "base.json"
)

// Copy makes a base while the server serves. PostgreSQL checks the checksum of every page that it sends. It is
// postgres.ErrNoSite for a database in which no site is.
func Copy(ctx context.Context, dsn string, to Destination, tell func(Progress)) (b Base, err error) {
	l, err := connect(ctx, dsn)
	if err != nil {
		return b, err
	}
	defer l.Close(context.WithoutCancel(ctx))
	if err := sameSite(ctx, to, l.system); err != nil {
		return b, err
	}
	site, now, total, err := look(ctx, dsn) // by the clock that commits are stamped with
	if err != nil {
		return b, err
	}
	b = Base{Site: site, System: l.system, Major: l.major, SegmentBytes: l.segment,
		Name: now.UTC().Format("20060102T150405Z"), Started: now.UTC().Truncate(time.Millisecond)}
	begun, err := pglogrepl.StartBaseBackup(ctx, l.PgConn, pglogrepl.BaseBackupOptions{Label: "jadebox " + b.Name,
		Fast: true, NoWait: true, Progress: true, Manifest: true, ManifestChecksums: "SHA256"})
	if err != nil {
		return b, fmt.Errorf("backup: base: %w", err)
	}
	if len(begun.Tablespaces) != 0 {
		return b, errors.New("backup: the database has tablespaces besides its own directory: they are not copied")
	}
	b.Start, b.Timeline = begun.LSN.String(), begun.TimelineID
	started := time.Now()
	if err := b.receive(ctx, l, to, total, tell); err != nil {
		return b, fmt.Errorf("backup: base: %w", err)
	}
	ended, err := pglogrepl.FinishBaseBackup(ctx, l.PgConn)
	if err != nil { // also when a page's checksum was wrong
		return b, fmt.Errorf("backup: base: %w", err)
	}
	b.End, b.Ended = ended.LSN.String(), b.Started.Add(time.Since(started)).Truncate(time.Millisecond)
	if its, err := clock(ctx, dsn); err == nil {
		b.Ended = its
	}
	return b, nil
}

func clock(ctx context.Context, dsn string) (now time.Time, err error) {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return now, err
	}
	defer c.Close(context.WithoutCancel(ctx))
	err = c.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now.UTC(), err
}

// Keep writes the description of a base, from which on it counts. Its log up to End must be in the archive.
func (b Base) Keep(ctx context.Context, to Destination) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return to.Put(ctx, b.path(baseName), bytes.NewReader(append(text, '\n')))
}

func (b Base) path(name string) string { return "base/" + b.Name + "/" + name }

// receive takes the one stream in which a server of 15 or newer sends archive and manifest. Each message begins with
// its kind.
func (b *Base) receive(ctx context.Context, l *link, to Destination, total int64, tell func(Progress)) error {
	var out *upload
	defer func() { out.abort(errors.New("backup: broken off")) }()
	finish := func() error {
		if out == nil {
			return nil
		}
		sum, raw, err := out.close()
		if out.name == b.path(tarName) {
			b.TarSHA256, b.TarBytes = sum, raw
		} else {
			b.Manifest = sum
		}
		out = nil
		return err
	}
	reported := time.Now()
	for {
		m, err := l.ReceiveMessage(ctx)
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case *pgproto3.CopyData:
			if len(m.Data) == 0 {
				return errors.New("empty message")
			}
			switch kind, rest := m.Data[0], m.Data[1:]; kind { // 'p' says how much was sent, as the stream does
			case 'n', 'm':
				if err := finish(); err != nil {
					return err
				}
				name := manifestName
				if kind == 'n' {
					if file, _, _ := strings.Cut(string(rest), "\x00"); file != "base.tar" {
						return fmt.Errorf("archive %q", file)
					}
					name = tarName
				}
				out = newUpload(ctx, to, b.path(name))
			case 'd':
				if out == nil {
					return errors.New("data without archive")
				}
				if _, err := out.Write(rest); err != nil {
					return err
				}
				if tell != nil && time.Since(reported) > time.Second {
					reported = time.Now()
					tell(Progress{What: Copying, Bytes: out.raw, Total: max(total, out.raw), At: reported})
				}
			}
		case *pgproto3.CopyDone:
			return finish()
		case *pgproto3.CopyOutResponse, *pgproto3.NoticeResponse, *pgproto3.ParameterStatus:
		case *pgproto3.ErrorResponse:
			return fmt.Errorf("%s: %s", m.Code, m.Message)
		default:
			return fmt.Errorf("message %T", m)
		}
	}
}

// upload compresses into an object on its way.
type upload struct {
	name string
	z    *zstd.Encoder
	pipe *io.PipeWriter
	done chan error
	sum  hash.Hash
	raw  int64
}

func newUpload(ctx context.Context, to Destination, name string) *upload {
	r, w := io.Pipe()
	u := &upload{name: name, pipe: w, done: make(chan error, 1), sum: sha256.New()}
	u.z, _ = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) // fails for wrong options only
	go func() {
		err := to.Put(ctx, name, r)
		r.CloseWithError(errors.Join(err, io.ErrClosedPipe))
		u.done <- err
	}()
	return u
}

func (u *upload) Write(p []byte) (int, error) {
	u.raw += int64(len(p))
	u.sum.Write(p)
	return u.z.Write(p)
}

func (u *upload) close() (sum string, raw int64, err error) {
	err = u.z.Close()
	u.pipe.CloseWithError(err) // nil: the end
	if putErr := <-u.done; putErr != nil {
		err = putErr
	}
	return hex.EncodeToString(u.sum.Sum(nil)), u.raw, err
}

// abort leaves nothing under the name.
func (u *upload) abort(err error) {
	if u != nil {
		u.pipe.CloseWithError(err)
		u.z.Close()
		<-u.done
	}
}

// Bases are the whole copies of a destination, the oldest first.
func Bases(ctx context.Context, from Destination) (list []Base, err error) {
	objects, err := from.List(ctx, "base")
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		if !strings.HasSuffix(o.Name, "/"+baseName) {
			continue
		}
		r, err := from.Get(ctx, o.Name)
		if err != nil {
			return nil, err
		}
		var b Base
		err = json.NewDecoder(io.LimitReader(r, 1<<20)).Decode(&b)
		r.Close()
		if err != nil {
			return nil, fmt.Errorf("backup: %s: %w", o.Name, err)
		}
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b Base) int { return a.Ended.Compare(b.Ended) })
	return list, nil
}

// sameSite refuses a destination that another database is kept in: two sites' segments have the same names.
func sameSite(ctx context.Context, to Destination, system string) error {
	list, err := Bases(ctx, to)
	if err != nil {
		return err
	}
	for _, b := range list {
		if b.System != system {
			return fmt.Errorf("%w: its system is %s, this one's is %s", ErrOtherSite, b.System, system)
		}
	}
	return nil
}

// Tidy removes what killed copies have left.
func Tidy(ctx context.Context, to Destination) error {
	objects, err := to.List(ctx, "base")
	if err != nil {
		return err
	}
	whole := map[string]bool{}
	folder := func(name string) string { return name[:strings.LastIndexByte(name, '/')] }
	for _, o := range objects {
		if strings.HasSuffix(o.Name, "/"+baseName) {
			whole[folder(o.Name)] = true
		}
	}
	for _, o := range objects {
		if !whole[folder(o.Name)] {
			if err := to.Remove(ctx, o.Name); err != nil {
				return err
			}
		}
	}
	return nil
}
