package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Destination is where backups are kept. Names are paths with slashes.
type Destination interface {
	// Put keeps what r gives under a name, in place of what stood there: all of it, durable, or nothing.
	Put(ctx context.Context, name string, r io.Reader) error
	// Get reads; fs.ErrNotExist for a name that nothing stands under.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// List is what stands below a folder, by name.
	List(ctx context.Context, under string) ([]Object, error)
	Remove(ctx context.Context, name string) error
}

// Object is one entry of a list.
type Object struct {
	Name  string
	Bytes int64
	At    time.Time // when it was put
}

// Directory is a Destination in the file system. Files and folders are their owner's alone.
type Directory string

// unfinished ends the name of a file that is being written; a crash leaves it, and nothing reads it.
const unfinished = ".unfinished"

// Put implements Destination.
func (d Directory) Put(_ context.Context, name string, r io.Reader) (err error) {
	path := filepath.Join(string(d), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path+unfinished, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path+unfinished))
	}
	if err := os.Rename(path+unfinished, path); err != nil {
		return err
	}
	return d.syncTo(filepath.Dir(path))
}

// syncTo makes the names on the way from the root to a folder durable.
func (d Directory) syncTo(folder string) error {
	for {
		if err := SyncDir(folder); err != nil {
			return err
		}
		if folder == filepath.Clean(string(d)) || folder == filepath.Dir(folder) {
			return nil
		}
		folder = filepath.Dir(folder)
	}
}

// SyncDir makes the names in a folder durable.
func SyncDir(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Get implements Destination.
func (d Directory) Get(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(string(d), filepath.FromSlash(name)))
}

// List implements Destination.
func (d Directory) List(_ context.Context, under string) (list []Object, err error) {
	root := filepath.Join(string(d), filepath.FromSlash(under))
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() || strings.HasSuffix(path, unfinished):
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(string(d), path)
		list = append(list, Object{filepath.ToSlash(name), info.Size(), info.ModTime()})
		return err
	})
	slices.SortFunc(list, func(a, b Object) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// Remove implements Destination.
func (d Directory) Remove(_ context.Context, name string) error {
	err := os.Remove(filepath.Join(string(d), filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
