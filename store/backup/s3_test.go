//go:build unix

package backup_test

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"jadebox/store/backup"
)

// fakeStore answers as much of S3 as a Destination asks.
type fakeStore struct {
	mu      sync.Mutex
	objects map[string][]byte
	parts   map[string]map[int][]byte // by upload
	uploads int
}

func (f *fakeStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := strings.TrimPrefix(r.URL.Path, "/bucket/")
	q := r.URL.Query()
	body := bodyOf(r)
	switch {
	case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=someone/"):
		w.WriteHeader(http.StatusForbidden)
	case r.Method == http.MethodPost && q.Has("uploads"):
		f.uploads++
		id := strconv.Itoa(f.uploads)
		f.parts[id] = map[int][]byte{}
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", id)
	case r.Method == http.MethodPut && q.Has("uploadId"):
		n, _ := strconv.Atoi(q.Get("partNumber"))
		f.parts[q.Get("uploadId")][n] = body
		w.Header().Set("ETag", `"part"`)
	case r.Method == http.MethodPost && q.Has("uploadId"):
		var whole []byte
		parts := f.parts[q.Get("uploadId")]
		for n := range len(parts) {
			whole = append(whole, parts[n+1]...)
		}
		f.objects[key] = whole
		fmt.Fprint(w, `<CompleteMultipartUploadResult><Bucket>bucket</Bucket><Key>key</Key><ETag>"whole"</ETag>`,
			`</CompleteMultipartUploadResult>`)
	case r.Method == http.MethodDelete && q.Has("uploadId"):
		delete(f.parts, q.Get("uploadId"))
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPut:
		f.objects[key] = body
		w.Header().Set("ETag", `"whole"`)
	case r.Method == http.MethodDelete:
		delete(f.objects, key)
		w.WriteHeader(http.StatusNoContent)
	case q.Get("list-type") == "2":
		f.list(w, q.Get("prefix"))
	default:
		data, there := f.objects[key]
		if !there {
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, "<Error><Code>NoSuchKey</Code></Error>")
			return
		}
		w.Header().Set("ETag", `"whole"`)
		http.ServeContent(w, r, "", time.Unix(1_700_000_000, 0), bytes.NewReader(data))
	}
}

func (f *fakeStore) list(w io.Writer, prefix string) {
	type content struct {
		Key          string
		Size         int
		LastModified time.Time
	}
	var list struct {
		XMLName  xml.Name `xml:"ListBucketResult"`
		Contents []content
	}
	for key, data := range f.objects {
		if strings.HasPrefix(key, prefix) {
			list.Contents = append(list.Contents, content{key, len(data), time.Unix(1_700_000_000, 0).UTC()})
		}
	}
	slices.SortFunc(list.Contents, func(a, b content) int { return strings.Compare(a.Key, b.Key) })
	_ = xml.NewEncoder(w).Encode(list)
}

// bodyOf takes the chunks of a signed stream apart.
func bodyOf(r *http.Request) (body []byte) {
	if !strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING") {
		body, _ = io.ReadAll(r.Body)
		return body
	}
	for in := bufio.NewReader(r.Body); ; {
		line, err := in.ReadString('\n')
		size, _, _ := strings.Cut(strings.TrimSpace(line), ";")
		n, parseErr := strconv.ParseInt(size, 16, 64)
		if err != nil || parseErr != nil || n == 0 {
			_, _ = io.Copy(io.Discard, in)
			return body
		}
		chunk := make([]byte, n+2)
		if _, err := io.ReadFull(in, chunk); err != nil {
			return body
		}
		body = append(body, chunk[:n]...)
	}
}

func objectStore(t *testing.T) (*backup.ObjectStore, *fakeStore) {
	t.Helper()
	f := &fakeStore{objects: map[string][]byte{}, parts: map[string]map[int][]byte{}}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "someone")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "something")
	o, err := backup.OpenObjectStore("s3://bucket/of/site?region=here&endpoint="+url.QueryEscape(s.URL), nil)
	if err != nil {
		t.Fatal(err)
	}
	return o, f
}

// failing breaks off behind some bytes.
type failing struct{ left int }

var errBroken = errors.New("broken off")

func (f *failing) Read(p []byte) (int, error) {
	if f.left == 0 {
		return 0, errBroken
	}
	n := min(len(p), f.left)
	f.left -= n
	return n, nil
}

// Both engines answer alike.
func TestADestinationKeepsWholeThingsOnly(t *testing.T) {
	o, f := objectStore(t)
	for name, d := range map[string]backup.Destination{"directory": backup.Directory(t.TempDir()), "object store": o} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if list, err := d.List(ctx, "wal"); err != nil || len(list) > 0 {
				t.Errorf("an empty one: %v, %v", list, err)
			}
			if _, err := d.Get(ctx, "wal/a"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("what is not there: %v", err)
			}
			for _, text := range []string{"first", "second"} {
				if err := d.Put(ctx, "wal/a", strings.NewReader(text)); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.Put(ctx, "wal/a", &failing{1 << 20}); !errors.Is(err, errBroken) {
				t.Errorf("one that is broken off: %v", err)
			}
			if err := d.Put(ctx, "base/b/c", strings.NewReader("other")); err != nil {
				t.Fatal(err)
			}
			r, err := d.Get(ctx, "wal/a")
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if r.Close(); err != nil || string(text) != "second" {
				t.Errorf("%q, %v", text, err)
			}
			list, err := d.List(ctx, "wal")
			if err != nil || len(list) != 1 || list[0].Name != "wal/a" || list[0].Bytes != 6 || list[0].At.IsZero() {
				t.Errorf("%v, %v", list, err)
			}
			for range 2 {
				if err := d.Remove(ctx, "wal/a"); err != nil {
					t.Error(err)
				}
			}
			if list, err := d.List(ctx, "wal"); err != nil || len(list) > 0 {
				t.Errorf("after all is removed: %v, %v", list, err)
			}
		})
	}
	if _, there := f.objects["of/site/base/b/c"]; !there {
		t.Errorf("it is not below its prefix: %v", f.objects)
	}
}

func TestABackupInAnObjectStoreIsRestored(t *testing.T) {
	o, _ := objectStore(t)
	s := site(t)
	execute(t, s.DSN(), `INSERT INTO kept (pad) SELECT repeat('x', 500) FROM generate_series(1, 2000)`)
	if err := (backup.Run{DSN: at(s.DSN()), To: o, Now: time.Now}).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	dsn, _ := recoverTo(t, o, time.Time{})
	if n := query[int](t, dsn, `SELECT count(*) FROM kept`); n != 2000 {
		t.Errorf("%d rows, want 2000", n)
	}
}

func TestAnAddressOfAnObjectStoreIsUnderstoodOrRefused(t *testing.T) {
	for _, address := range []string{"s3://", "s3:///prefix", "https://bucket", "s3://key:secret@bucket",
		"s3://bucket?key=secret", "s3://bucket?endpoint=here", "s3://bucket?endpoint=https://here/path"} {
		if _, err := backup.OpenObjectStore(address, nil); err == nil {
			t.Errorf("%s is taken", address)
		}
	}
	for _, address := range []string{"s3://bucket", "s3://bucket/a/b/",
		"s3://bucket?endpoint=https://here:9000&region=x"} {
		if _, err := backup.OpenObjectStore(address, nil); err != nil {
			t.Error(err)
		}
	}
}
