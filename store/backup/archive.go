package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/klauspost/compress/zstd"
)

// Names of what is kept of the log: wal/SEGMENT.zst, the one under way wal/SEGMENT.partial.zst, and
// wal/TIMELINE.history.zst.
const (
	walFolder = "wal/"
	packed    = ".zst"
	partial   = ".partial"

	historyEnd  = ".history"
	historyMost = 1 << 20
)

// logNames are the names of the log at a destination, taken apart.
type logNames struct {
	segments  map[string]bool // by PostgreSQL's name; false: a part of one
	histories []string        // PostgreSQL's names
}

func listLog(ctx context.Context, at Destination) (log logNames, err error) {
	objects, err := at.List(ctx, strings.TrimSuffix(walFolder, "/"))
	if err != nil {
		return log, err
	}
	log.segments = map[string]bool{}
	for _, o := range objects {
		name, ok := strings.CutSuffix(strings.TrimPrefix(o.Name, walFolder), packed)
		switch whole, part := strings.CutSuffix(name, partial); {
		case !ok:
		case len(name) == 8+len(historyEnd) && strings.HasSuffix(name, historyEnd):
			log.histories = append(log.histories, name)
		case len(whole) == 24:
			log.segments[whole] = log.segments[whole] || !part
		}
	}
	return log, nil
}

// packer is one for all: the part of a segment is packed each second.
func packer(level zstd.EncoderLevel) func() *zstd.Encoder {
	return sync.OnceValue(func() *zstd.Encoder {
		z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(true))
		if err != nil {
			panic(err) // for wrong options only
		}
		return z
	})
}

var quick, small = packer(zstd.SpeedFastest), packer(zstd.SpeedDefault)

func putPacked(ctx context.Context, to Destination, name string, data []byte, with func() *zstd.Encoder) error {
	return to.Put(ctx, name, bytes.NewReader(with().EncodeAll(data, nil)))
}

func getPacked(ctx context.Context, from Destination, name string, most int64) ([]byte, error) {
	r, err := from.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	data, err := io.ReadAll(io.LimitReader(z, most+1))
	if err == nil && int64(len(data)) > most {
		err = errors.New("longer than a segment")
	}
	if err != nil {
		err = fmt.Errorf("backup: %s: %w", name, err)
	}
	return data, err
}

// wholeFrom is where the whole segments end that follow each other from one on, and whether that one follows, or is,
// another that is kept; in an empty archive it does.
func wholeFrom(ctx context.Context, to Destination, timeline int32, from pglogrepl.LSN, size int64) (end pglogrepl.LSN,
	joined bool, err error) {
	log, err := listLog(ctx, to)
	if err != nil {
		return 0, false, err
	}
	there := map[pglogrepl.LSN]bool{}
	for name, whole := range log.segments {
		if t, at, err := segmentStart(name, size); err == nil && t == timeline {
			there[at] = whole
		}
	}
	_, its := there[from]
	joined = len(there) == 0 || its || there[from-pglogrepl.LSN(size)]
	for end = from; there[end]; {
		end += pglogrepl.LSN(size)
	}
	return end, joined, nil
}

// Log is the part of the log, without a gap, that belongs to a base.
type Log struct {
	Segments []string // names, the last one perhaps a part
	End      pglogrepl.LSN
	part     bool
}

// LogOf finds the log that follows a base. ErrGap when it ends before the base is consistent.
func LogOf(ctx context.Context, from Destination, b Base) (log Log, err error) {
	there, err := listLog(ctx, from)
	if err != nil {
		return log, err
	}
	start, err := pglogrepl.ParseLSN(b.Start)
	if err != nil {
		return log, err
	}
	end, err := pglogrepl.ParseLSN(b.End)
	if err != nil {
		return log, err
	}
	at := floor(start, b.SegmentBytes)
	for ; ; at += pglogrepl.LSN(b.SegmentBytes) {
		name := segmentName(b.Timeline, at, b.SegmentBytes)
		whole, its := there.segments[name]
		if whole {
			log.Segments = append(log.Segments, name)
			continue
		}
		log.End = at
		if its {
			data, err := getPacked(ctx, from, walFolder+name+partial+packed, b.SegmentBytes)
			if err != nil {
				return log, err
			}
			log.Segments, log.part, log.End = append(log.Segments, name), true, at+pglogrepl.LSN(len(data))
		}
		break
	}
	if log.End < end {
		return log, fmt.Errorf("%w: the log of base %s ends at %s, before %s", ErrGap, b.Name, log.End, b.End)
	}
	return log, nil
}

// Fetch writes the log of a base to a directory that is not there, each segment in its full length.
func (l Log) Fetch(ctx context.Context, from Destination, b Base, dir string, tell func(Progress)) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	if err := fetchHistories(ctx, from, dir); err != nil {
		return err
	}
	reported := time.Now()
	for i, name := range l.Segments {
		object := walFolder + name
		if l.part && i == len(l.Segments)-1 {
			object += partial
		}
		data, err := getPacked(ctx, from, object+packed, b.SegmentBytes)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
		if err := os.Truncate(path, b.SegmentBytes); err != nil { // PostgreSQL takes only whole ones
			return err
		}
		if tell != nil && time.Since(reported) > time.Second {
			reported = time.Now()
			tell(Progress{What: Fetching, Bytes: int64(i+1) * b.SegmentBytes,
				Total: int64(len(l.Segments)) * b.SegmentBytes, At: reported})
		}
	}
	return nil
}

// fetchHistories writes which timelines there were: PostgreSQL goes on under a number that none of them has.
func fetchHistories(ctx context.Context, from Destination, dir string) error {
	log, err := listLog(ctx, from)
	if err != nil {
		return err
	}
	for _, name := range log.histories {
		text, err := getPacked(ctx, from, walFolder+name+packed, historyMost)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
