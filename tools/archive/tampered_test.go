//go:build unix

package archive_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadebox/store"
	months "jadebox/store/archive"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
)

// rezip writes an archive anew, with the texts of its entries as change makes them; one that it makes nil is left out.
func rezip(t *testing.T, archived []byte, change func(name string, text []byte) []byte) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(archived), int64(len(archived)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, entry := range from.File {
		r, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if text = change(entry.Name, text); text == nil {
			continue
		}
		w, err := to.Create(entry.Name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestTheAuditSeesEachChangeOfAnArchivedFile(t *testing.T) {
	const january, february = "journal-2026-01.zip", "journal-2026-02.zip"
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	site(t, dsn, 530) // more than a block
	other, otherDir := pgtest.MigratedDSN(t), t.TempDir()
	if first, second := site(t, other, 1), site(t, other, 530); first == second { // the same ops of another player
		t.Fatal("one player")
	}
	files := map[string][]byte{}
	for from, of := range map[string]string{dir: dsn, otherDir: other} {
		if err := command(of, from, true).Run(t.Context(), session(io.Discard)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{january, february} {
			text, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(from)+"/"+name] = text
		}
	}
	own := func(name string) []byte { return files[filepath.Base(dir)+"/"+name] }
	first := func(change func([]byte) []byte) func(string, []byte) []byte {
		done := false
		return func(name string, text []byte) []byte {
			if done || !strings.HasPrefix(name, "ops/") {
				return text
			}
			done = true
			return change(text)
		}
	}
	for name, changed := range map[string]map[string][]byte{
		"a bit":                           {january: flipped(own(january))},
		"the end":                         {january: own(january)[:len(own(january))/2]},
		"nothing is left of it":           {january: {}},
		"the file of another month":       {january: own(february)},
		"two files in each other's place": {january: own(february), february: own(january)},
		"the file of another month, under the month's name": {january: rezip(t, own(february),
			func(_ string, text []byte) []byte {
				return bytes.Replace(text, []byte("2026-02"), []byte("2026-01"), 1)
			})},
		"another site's file":       {january: files[filepath.Base(otherDir)+"/"+january]},
		"a block of ops is missing": {january: rezip(t, own(january), first(func([]byte) []byte { return nil }))},
		"another key": {january: rezip(t, own(january), first(func(text []byte) []byte {
			return bytes.Replace(text, []byte("spend-7"), []byte("spend-8"), 1)
		}))},
		"another result": {january: rezip(t, own(january), first(func(text []byte) []byte {
			return bytes.Replace(text, []byte("00000007"), []byte("00000008"), 1)
		}))},
	} {
		t.Run(name, func(t *testing.T) {
			for name, text := range changed {
				write(t, filepath.Join(dir, name), text)
			}
			report, err := audit.CheckDSN(t.Context(), dsn, audit.Options{Archive: dir})
			if err != nil || report.Counts[audit.Chain] == 0 {
				t.Errorf("the audit found %+v, %v", report, err)
			}
			for name := range changed {
				write(t, filepath.Join(dir, name), own(name))
			}
		})
	}
	holds(t, dsn, dir)
	if err := os.Remove(filepath.Join(dir, february)); err != nil {
		t.Fatal(err)
	}
	_, err := audit.CheckDSN(t.Context(), dsn, audit.Options{Archive: dir})
	if !errors.Is(err, store.ErrArchived) || !strings.Contains(err.Error(), february) {
		t.Errorf("an audit without one of the files: %v", err)
	}
	if err := os.Symlink(february, filepath.Join(dir, february)); err != nil { // to itself: it cannot be opened
		t.Fatal(err)
	}
	if _, err := audit.CheckDSN(t.Context(), dsn, audit.Options{Archive: dir}); !errors.Is(err, store.ErrArchived) ||
		!strings.Contains(err.Error(), february) {
		t.Errorf("an audit that cannot open one of the files: %v", err)
	}
}

func flipped(text []byte) []byte {
	text = bytes.Clone(text)
	text[len(text)/10] ^= 1
	return text
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// What is lost before its month is dropped is still in the database; afterwards it is nowhere else.
func TestAFileThatIsLostIsWrittenAgainAsLongAsTheDatabaseHasWhatWasInIt(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	site(t, dsn, 100)
	run := func(drop bool) error {
		t.Helper()
		return command(dsn, dir, drop).Run(t.Context(), session(io.Discard))
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	ops := holds(t, dsn, "").Ops
	path := filepath.Join(dir, months.Month(202601).File())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	again, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(again, whole) {
		t.Errorf("%d bytes instead of %d, %v", len(again), len(whole), err)
	}
	if n := holds(t, dsn, "").Ops; n != ops {
		t.Errorf("the same file was noted again: %d ops instead of %d", n, ops)
	}
	// Other bytes of the same ops, as another release may pack them.
	write(t, path, rezip(t, whole, func(_ string, text []byte) []byte { return text }))
	if err := run(false); err != nil {
		t.Fatal(err)
	}
	if n := holds(t, dsn, "").Ops; n != ops+1 {
		t.Errorf("another file of the month was noted in %d ops", n-ops)
	}
	write(t, path, flipped(whole))
	if err := run(true); !errors.Is(err, months.ErrDamaged) || !strings.Contains(err.Error(), "written again") {
		t.Errorf("dropped with a damaged file: %v", err)
	}
	holds(t, dsn, "") // nothing was taken out
	write(t, path, whole)
	if err := run(true); err != nil {
		t.Fatal(err)
	}
	holds(t, dsn, dir)
	if list, err := os.ReadDir(dir); err != nil || len(list) != 3 {
		t.Errorf("%v, %v", list, err)
	}
}
