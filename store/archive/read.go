package archive

import (
	"archive/zip"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"jadebox/store"
)

// File is the file of a month, open for reading by many at once.
type File struct {
	Manifest
	zip     *zip.ReadCloser
	entries map[string]*zip.File
}

// Bounds of what is taken from a file, whatever it declares.
const (
	manifestMax = 256 << 20
	blockMax    = 1 << 30
)

// OpenFile opens the file of a month in a directory; fs.ErrNotExist when there is none, ErrDamaged when it is none,
// *fs.PathError when that is unknown, as it cannot be opened or read now (rights, a share that is away).
func OpenFile(dir string, month Month) (*File, error) {
	z, err := zip.OpenReader(filepath.Join(dir, month.File()))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case unreadable(err):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, month.File(), err)
	}
	f := &File{zip: z, entries: make(map[string]*zip.File, len(z.File))}
	for _, entry := range z.File {
		f.entries[entry.Name] = entry
	}
	text, err := f.read(manifestName, manifestMax)
	if unreadable(err) {
		return nil, errors.Join(err, z.Close())
	}
	if err == nil {
		err = json.Unmarshal(text, &f.Manifest)
	}
	if err == nil && (f.Format != format || f.Month != month.String()) {
		err = fmt.Errorf("it is %q of %s", f.Format, f.Month)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s: %w", ErrDamaged, month.File(), err), z.Close())
	}
	slices.SortFunc(f.Blocks, func(a, b block) int { return cmp.Compare(a.First, b.First) })
	return f, nil
}

// Close closes it.
func (f *File) Close() error { return f.zip.Close() }

// unreadable reports whether the system refused to read, which says nothing about what the file holds. An offset that a
// damaged file leads to outside of it is refused by this program, without a number of the system.
func unreadable(err error) bool {
	_, at := errors.AsType[*fs.PathError](err)
	_, refused := errors.AsType[syscall.Errno](err)
	return at && refused
}

func (f *File) read(name string, most int64) ([]byte, error) {
	entry := f.entries[name]
	if entry == nil {
		return nil, fmt.Errorf("%w: %s is missing", ErrDamaged, name)
	}
	r, err := entry.Open()
	if unreadable(err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, name, err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if unreadable(err) {
		return nil, err
	}
	if err == nil && int64(len(text)) > most {
		err = errors.New("too large")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, name, err)
	}
	return text, nil
}

// load reads a block and holds it to the hash chain.
func (f *File) load(b block) ([]Op, error) {
	text, err := f.read(b.name(), blockMax)
	if err != nil {
		return nil, err
	}
	ops, err := readOps(text)
	if err != nil {
		return nil, err
	}
	if len(ops) != b.Ops || len(ops) == 0 {
		return nil, fmt.Errorf("%w: %s has %d ops instead of %d", ErrDamaged, b.name(), len(ops), b.Ops)
	}
	var scratch []byte
	head := [32]byte(b.Before)
	for i := range ops {
		head, scratch = ops[i].next(head, scratch)
		if ops[i].ID != b.First+store.OpID(i) || ops[i].Chain != head {
			return nil, fmt.Errorf("%w: op %d of %s is not what its hash says", ErrDamaged, ops[i].ID, b.name())
		}
	}
	return ops, nil
}

// find is the block that an op is in.
func (f *File) find(id store.OpID) (block, bool) {
	i, there := slices.BinarySearchFunc(f.Blocks, id, func(b block, id store.OpID) int {
		return cmp.Compare(b.First, id)
	})
	if !there {
		i--
	}
	if i < 0 || id-f.Blocks[i].First >= store.OpID(f.Blocks[i].Ops) {
		return block{}, false
	}
	return f.Blocks[i], true
}

// Each walks all ops, by writers and ascending ids, and holds them to the hash chain from the head that each range
// begins with to the one that it ends with. ErrDamaged when they are not all there.
func (f *File) Each(yield func(*Op) error) error {
	var n int64
	i := 0
	for _, r := range f.Ranges {
		head, next := r.Before, store.MakeOpID(r.Writer, r.First)
		for ; i < len(f.Blocks) && f.Blocks[i].First <= store.MakeOpID(r.Writer, r.Last); i++ {
			b := f.Blocks[i]
			if b.First != next || b.Before != head {
				return fmt.Errorf("%w: %s does not follow op %d", ErrDamaged, b.name(), next-1)
			}
			ops, err := f.load(b)
			if err != nil {
				return err
			}
			for j := range ops {
				if err := yield(&ops[j]); err != nil {
					return err
				}
			}
			n += int64(len(ops))
			next, head = b.First+store.OpID(len(ops)), ops[len(ops)-1].Chain
		}
		if next != store.MakeOpID(r.Writer, r.Last)+1 || head != r.After {
			return fmt.Errorf("%w: writer %d ends with op %d of its sequence, not %d", ErrDamaged, r.Writer,
				next.Seq()-1, r.Last)
		}
	}
	if i != len(f.Blocks) || n != f.Ops {
		return fmt.Errorf("%w: it holds %d ops instead of %d", ErrDamaged, n, f.Ops)
	}
	return nil
}

// Dir is a directory of files that are read as they are needed. It is safe for concurrent use.
type Dir struct {
	path   string
	mu     sync.Mutex
	files  map[Month]*File
	recent []loaded // blocks that were read last, the last of all at the end
}

type loaded struct {
	month Month
	first store.OpID
	ops   []Op
}

// recentMax bounds the blocks in memory: some MB.
const recentMax = 8

// NewDir is a directory of files; "" is none, which has no month.
func NewDir(path string) *Dir { return &Dir{path: path, files: map[Month]*File{}} }

// Close closes the files.
func (d *Dir) Close() (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for month, f := range d.files {
		err = errors.Join(err, f.Close())
		delete(d.files, month)
	}
	d.recent = nil
	return err
}

// Op reads an op of a month. store.ErrArchived when the month's file is not there or cannot be read now, store.ErrBody
// when it is damaged or lacks the op.
func (d *Dir) Op(month Month, id store.OpID) (*Op, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, l := range slices.Backward(d.recent) {
		if n := id - l.first; l.month == month && n >= 0 && n < store.OpID(len(l.ops)) {
			d.recent = append(slices.Delete(d.recent, i, i+1), l)
			return &l.ops[n], nil
		}
	}
	f, err := d.open(month)
	if err != nil {
		return nil, err
	}
	b, there := f.find(id)
	if !there {
		return nil, fmt.Errorf("%w: op %d is not in %s", store.ErrBody, id, month.File())
	}
	ops, err := f.load(b)
	if unreadable(err) { // a share that is mounted again has another file
		delete(d.files, month)
		return nil, errors.Join(fmt.Errorf("%w: in %s: %w", store.ErrArchived, month.File(), err), f.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", store.ErrBody, month.File(), err)
	}
	if len(d.recent) >= recentMax {
		d.recent = slices.Delete(d.recent, 0, 1)
	}
	d.recent = append(d.recent, loaded{month, b.First, ops})
	return &ops[id-b.First], nil
}

func (d *Dir) open(month Month) (*File, error) {
	if f := d.files[month]; f != nil {
		return f, nil
	}
	if d.path == "" {
		return nil, fmt.Errorf("%w: in %s, and no directory is mounted (--archive)", store.ErrArchived, month.File())
	}
	f, err := OpenFile(d.path, month)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: in %s, which is not in %s", store.ErrArchived, month.File(), d.path)
	case errors.Is(err, ErrDamaged):
		return nil, fmt.Errorf("%w: %w", store.ErrBody, err)
	case err != nil:
		return nil, fmt.Errorf("%w: in %s: %w", store.ErrArchived, month.File(), err)
	}
	d.files[month] = f
	return f, nil
}

// Has reports whether the file of a month is there.
func (d *Dir) Has(month Month) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := d.open(month)
	return err == nil
}
