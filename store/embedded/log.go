//go:build unix

package embedded

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	logName   = "postgres.log"
	logBytes  = 16 << 20 // of one file; a little more when much is said in a minute
	logsKept  = 3        // older ones, .1 the youngest
	lookAtLog = time.Minute
)

// keepLog keeps PostgreSQL's words from filling the disk, until supervision ends.
func (s *Server) keepLog() {
	tick := time.NewTicker(lookAtLog)
	defer tick.Stop()
	for {
		if err := rotate(filepath.Join(s.opt.DataDir, logName), logBytes, logsKept); err != nil {
			s.opt.Log.Warn().Err(err).Msg("postgres.log not rotated")
		}
		select {
		case <-tick.C:
		case <-s.stopped:
			return
		}
	}
}

// rotate moves the words of a file that has most bytes or more to path.1, those of path.1 to path.2, and so on; what is
// older than kept is gone. The file itself is emptied and not renamed: PostgreSQL has it open, also across a restart of
// this process, and appends. Words of the moment between the copy and the emptying are lost.
func rotate(path string, most int64, kept int) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() < most {
		return nil
	}
	if err != nil {
		return err
	}
	older := func(n int) string { return fmt.Sprintf("%s.%d", path, n) }
	for n := kept - 1; n > 0; n-- {
		if err := os.Rename(older(n), older(n+1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(older(1), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err := errors.Join(err, to.Close()); err != nil {
		return err
	}
	return os.Truncate(path, 0)
}
