package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// File is one file of an archive: its name below the archive's folder, and where it is or what it says.
type File struct {
	Name    string
	From    string // a file, or "" for Text
	Text    []byte
	Program bool // may be run
}

// Archive writes files below folder as a tar.gz. Their order is that of their names; at is the date of all.
func Archive(to io.Writer, folder string, at time.Time, files []File) error {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	z, err := gzip.NewWriterLevel(to, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		if err := add(t, folder, at, f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

func add(t *tar.Writer, folder string, at time.Time, f File) error {
	content, size := io.Reader(bytes.NewReader(f.Text)), int64(len(f.Text))
	if f.From != "" {
		file, err := os.Open(f.From)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		content, size = file, info.Size()
	}
	mode := int64(0o644)
	if f.Program {
		mode = 0o755
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.Name, Mode: mode, Size: size,
		ModTime: at.UTC().Truncate(time.Second), Format: tar.FormatPAX}
	if err := t.WriteHeader(header); err != nil {
		return err
	}
	_, err := io.Copy(t, content)
	return err
}

// Sums is SHA256SUMS of files of a folder, as `sha256sum --check` reads it.
func Sums(folder string, names ...string) (string, error) {
	names = slices.Sorted(slices.Values(names))
	var sums strings.Builder
	for _, name := range names {
		sum, err := sumOf(filepath.Join(folder, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&sums, "%s  %s\n", sum, name)
	}
	return sums.String(), nil
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
