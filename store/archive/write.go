package archive

import (
	"archive/zip"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"jadebox/store"
)

// Write makes the file of a month in a directory from the ops of ranges, which each yields by ascending id, and returns
// what the file says about itself. An op that does not follow the one before it, or whose hash is not the chain's, ends
// it. The file has its name only when it is whole and on disk: one that was broken off is none.
func Write(dir string, month Month, ranges []Range, each func(Range, func(*Op) error) error) (m Manifest, err error) {
	path := filepath.Join(dir, month.File())
	f, err := os.OpenFile(path+".part", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return m, err
	}
	defer func() {
		if err != nil { // what cannot be removed is written over the next time
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	w := newWriter(f, month)
	for _, r := range ranges {
		w.begin(r)
		if err := each(r, w.add); err != nil {
			return m, err
		}
		if err := w.end(r); err != nil {
			return m, err
		}
	}
	if m, err = w.close(); err != nil {
		return m, err
	}
	if err := f.Sync(); err != nil {
		return m, err
	}
	if err := f.Close(); err != nil {
		return m, err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return m, err
	}
	return m, syncDir(dir)
}

// syncDir makes the names in a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

type writer struct {
	zip      *zip.Writer
	manifest Manifest
	head     [32]byte // of the chain after the last op
	last     store.OpID
	block    block
	text     []byte
	scratch  []byte
}

func newWriter(to io.Writer, month Month) *writer {
	w := &writer{zip: zip.NewWriter(to), manifest: Manifest{Format: format, Month: month.String()}}
	w.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.DefaultCompression)
	})
	return w
}

func (w *writer) begin(r Range) { w.head, w.last = r.Before, store.MakeOpID(r.Writer, r.First-1) }

func (w *writer) add(o *Op) error {
	if o.ID != w.last+1 {
		return fmt.Errorf("archive: op %d follows op %d", o.ID, w.last)
	}
	before := w.head
	if w.head, w.scratch = o.next(before, w.scratch); w.head != o.Chain {
		return fmt.Errorf("archive: op %d is not what its hash says: run jadebox audit", o.ID)
	}
	if w.block.Ops == 0 {
		w.block, w.text = block{First: o.ID, Before: before}, append(w.text[:0], copyHead...)
	}
	w.text, w.last = appendOp(w.text, o), o.ID
	w.block.Ops++
	w.manifest.Ops++
	if w.block.Ops == blockOps {
		return w.flush()
	}
	return nil
}

func (w *writer) flush() error {
	if w.block.Ops == 0 {
		return nil
	}
	err := w.entry(w.block.name(), append(w.text, copyTail...))
	w.manifest.Blocks, w.block = append(w.manifest.Blocks, w.block), block{}
	return err
}

func (w *writer) entry(name string, text []byte) error {
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err == nil {
		_, err = to.Write(text)
	}
	return err
}

func (w *writer) end(r Range) error {
	if w.last != store.MakeOpID(r.Writer, r.Last) {
		return fmt.Errorf("archive: writer %d ends with op %d of its sequence, not %d", r.Writer, w.last.Seq(), r.Last)
	}
	r.After = w.head
	w.manifest.Ranges = append(w.manifest.Ranges, r)
	return w.flush()
}

func (w *writer) close() (Manifest, error) {
	text, err := json.Marshal(w.manifest)
	if err == nil {
		err = w.entry(manifestName, text)
	}
	return w.manifest, errors.Join(err, w.zip.Close())
}
