//go:build unix

package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"jadebox/store"
)

const august = Month(202608)

// written is a directory with the file of August, which holds one op.
func written(t *testing.T) (dir string, o Op) {
	t.Helper()
	dir = t.TempDir()
	r := Range{Writer: 1, First: 1, Last: 1, Before: store.ChainGenesis(1)}
	o = Op{ID: store.MakeOpID(1, 1), Player: 7, At: august.Begin(), Key: "key", Kind: "spend", Body: []byte("body"),
		Result: []byte("result")}
	o.Chain, _ = o.next(r.Before, nil)
	each := func(_ Range, add func(*Op) error) error { return add(&o) }
	if _, err := Write(dir, august, []Range{r}, each); err != nil {
		t.Fatal(err)
	}
	return dir, o
}

// A file whose rights, or whose share, keep a reader out says nothing about what is in it.
func TestAFileThatCannotBeOpenedIsNotMountedAndNotDamaged(t *testing.T) {
	dir, o := written(t)
	path := filepath.Join(dir, august.File())
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	// Whichever user the test runs as, a link that leads to itself is not opened.
	if err := os.Symlink(august.File(), path); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(dir, august); errors.Is(err, ErrDamaged) || !errors.Is(err, syscall.ELOOP) {
		t.Errorf("opened: %v", err)
	}
	d := NewDir(dir)
	defer d.Close()
	if _, err := d.Op(august, o.ID); !errors.Is(err, store.ErrArchived) || errors.Is(err, store.ErrBody) ||
		!bytes.Contains([]byte(err.Error()), []byte(august.File())) {
		t.Errorf("an op of it: %v", err)
	}
	if d.Has(august) {
		t.Error("it counts as mounted")
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Op(august, o.ID); err != nil || !bytes.Equal(got.Body, o.Body) {
		t.Errorf("an op of a file that can be opened again: %+v, %v", got, err)
	}
}

// failing is a file that the system does not read from some offset on.
type failing struct {
	*bytes.Reader
	from int64
}

func (f failing) ReadAt(b []byte, off int64) (int, error) {
	if off < f.from {
		return f.Reader.ReadAt(b, off)
	}
	return 0, &fs.PathError{Op: "read", Path: august.File(), Err: syscall.EIO}
}

func TestAReadThatTheSystemRefusesIsNoDamageAndIsTriedAgain(t *testing.T) {
	dir, o := written(t)
	text, err := os.ReadFile(filepath.Join(dir, august.File()))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDir(dir)
	defer d.Close()
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	begin, err := z.File[0].DataOffset()
	if err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]int64{"a block's head": 0, "a block": begin} {
		t.Run(name, func(t *testing.T) {
			source := &failing{bytes.NewReader(text), int64(len(text))}
			z, err := zip.NewReader(source, source.Size())
			if err != nil {
				t.Fatal(err)
			}
			sound, err := OpenFile(dir, august)
			if err != nil {
				t.Fatal(err)
			}
			sound.entries[z.File[0].Name] = z.File[0]
			d.recent, d.files[august] = nil, sound
			source.from = from
			if _, err := d.Op(august, o.ID); !errors.Is(err, store.ErrArchived) || errors.Is(err, store.ErrBody) ||
				errors.Is(err, ErrDamaged) {
				t.Errorf("read: %v", err)
			}
			if got, err := d.Op(august, o.ID); err != nil || !bytes.Equal(got.Result, o.Result) {
				t.Errorf("read again: %+v, %v", got, err)
			}
		})
	}
}

func TestAnEndThatIsMissingIsDamage(t *testing.T) {
	dir, _ := written(t)
	path := filepath.Join(dir, august.File())
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if err := os.WriteFile(path, text[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFile(dir, august); !errors.Is(err, ErrDamaged) {
			t.Fatalf("%d of %d bytes: %v", n, len(text), err)
		}
	}
}
