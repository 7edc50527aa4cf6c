package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"
)

// BaseFor is the newest base from which a moment can be restored; the zero time is the newest moment. A newer one
// whose log is not whole is passed over.
func BaseFor(ctx context.Context, from Destination, moment time.Time) (b Base, log Log, err error) {
	list, err := Bases(ctx, from)
	if err != nil {
		return b, log, err
	}
	var why []error
	for i := len(list) - 1; i >= 0; i-- {
		b = list[i]
		if !moment.IsZero() && b.Ended.After(moment) {
			continue
		}
		if log, err = LogOf(ctx, from, b); err == nil {
			return b, log, nil
		}
		why = append(why, err)
	}
	if len(list) > 0 && len(why) == 0 {
		why = append(why, fmt.Errorf("the oldest ended at %s", list[0].Ended.Format(time.RFC3339Nano)))
	}
	return Base{}, Log{}, errors.Join(append([]error{ErrNone}, why...)...)
}

// Unpack writes a base to a directory that is not there, and checks each file against PostgreSQL's manifest.
func Unpack(ctx context.Context, from Destination, b Base, dir string, tell func(Progress)) error {
	wanted, err := manifest(ctx, from, b)
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir) // a name in the archive cannot leave it
	if err != nil {
		return err
	}
	defer root.Close()
	packed, err := from.Get(ctx, b.path(tarName))
	if err != nil {
		return err
	}
	defer packed.Close()
	z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	whole := sha256.New()
	in := io.TeeReader(z, whole)
	reported, got := time.Now(), int64(0)
	for r := tar.NewReader(in); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("backup: base %s: %w", b.Name, err)
		}
		sum, err := unpackOne(root, h, r)
		if err != nil {
			return fmt.Errorf("backup: base %s: %s: %w", b.Name, h.Name, err)
		}
		if file, ok := wanted[filepath.ToSlash(filepath.Clean(h.Name))]; ok {
			if file.Size != h.Size || file.Sum != "" && file.Sum != sum {
				return fmt.Errorf("backup: base %s: %s is not what PostgreSQL sent", b.Name, h.Name)
			}
			delete(wanted, filepath.ToSlash(filepath.Clean(h.Name)))
		}
		if got += h.Size; tell != nil && time.Since(reported) > time.Second {
			reported = time.Now()
			tell(Progress{What: Fetching, Bytes: got, Total: b.TarBytes, At: reported})
		}
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return fmt.Errorf("backup: base %s: %w", b.Name, err)
	}
	if sum := hex.EncodeToString(whole.Sum(nil)); sum != b.TarSHA256 {
		return fmt.Errorf("backup: base %s: the archive is not what was kept", b.Name)
	}
	for name := range wanted {
		return fmt.Errorf("backup: base %s: %s is missing", b.Name, name)
	}
	return nil
}

func unpackOne(root *os.Root, h *tar.Header, r io.Reader) (sum string, err error) {
	switch h.Typeflag {
	case tar.TypeDir:
		return "", root.MkdirAll(h.Name, 0o700)
	case tar.TypeReg:
	default:
		return "", fmt.Errorf("entry of type %q", h.Typeflag)
	}
	if err := root.MkdirAll(filepath.Dir(h.Name), 0o700); err != nil {
		return "", err
	}
	f, err := root.OpenFile(h.Name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	var to hash.Hash = sha256.New()
	_, err = io.Copy(io.MultiWriter(f, to), r)
	return hex.EncodeToString(to.Sum(nil)), errors.Join(err, f.Close())
}

type manifestFile struct {
	Size int64
	Sum  string
}

// manifest reads PostgreSQL's list of a base's files.
func manifest(ctx context.Context, from Destination, b Base) (map[string]manifestFile, error) {
	text, err := getPacked(ctx, from, b.path(manifestName), 1<<30)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != b.Manifest {
		return nil, fmt.Errorf("backup: base %s: the manifest is not what was kept", b.Name)
	}
	var m struct {
		Files []struct {
			Path      string `json:"Path"`
			Encoded   string `json:"Encoded-Path"`
			Size      int64  `json:"Size"`
			Algorithm string `json:"Checksum-Algorithm"`
			Checksum  string `json:"Checksum"`
		} `json:"Files"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("backup: base %s: manifest: %w", b.Name, err)
	}
	list := make(map[string]manifestFile, len(m.Files))
	for _, f := range m.Files {
		path := f.Path
		if path == "" {
			raw, err := hex.DecodeString(f.Encoded)
			if err != nil {
				return nil, fmt.Errorf("backup: base %s: manifest: %w", b.Name, err)
			}
			path = string(raw)
		}
		file := manifestFile{Size: f.Size}
		if f.Algorithm == "SHA256" {
			file.Sum = f.Checksum
		}
		list[path] = file
	}
	return list, nil
}
