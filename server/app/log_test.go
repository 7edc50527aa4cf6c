package app

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	fairlog "jadebox/fairness/log"
)

func TestTheLogOfASiteIsRebuiltFromItsFiles(t *testing.T) {
	s := fresh(t)
	opens(t, s, ask[struct{ Token string }](t, s, "", "/api/user/register",
		`{"phone":"logreader1","password":"vane7harbor","fingerprinId":"device logreader1"}`).Token, "own")
	file := func(name string) (int, []byte) {
		t.Helper()
		a, err := http.Get("http://" + s.Addr() + "/log/" + name)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		body, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.StatusCode, body
	}
	status, signed := file("checkpoint")
	for give := time.Now().Add(time.Minute); status != http.StatusOK; status, signed = file("checkpoint") {
		if time.Now().After(give) {
			t.Fatalf("checkpoint: %d", status)
		}
		time.Sleep(100 * time.Millisecond)
	}
	head, err := fairlog.OpenCheckpoint(string(signed), s.publicLog.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	var tree fairlog.Memory
	for tree.Size() < head.Size {
		name := fmt.Sprintf("tile/entries/%03d", tree.Size()/256)
		if left := head.Size - tree.Size(); left < 256 {
			name += fmt.Sprintf(".p/%d", left)
		}
		status, entries := file(name)
		if status != http.StatusOK {
			t.Fatalf("%s: %d", name, status)
		}
		for len(entries) > 2 {
			n := int(binary.BigEndian.Uint16(entries))
			if _, err := tree.Append(entries[2 : 2+n]); err != nil {
				t.Fatal(err)
			}
			entries = entries[2+n:]
		}
	}
	if root, err := fairlog.Root(head.Size, &tree); err != nil || root != head.Root || tree.Size() != head.Size {
		t.Errorf("%d leaves with root %s, signed are %+v, %v", tree.Size(), root, head, err)
	}
	if status, body := file("nothing"); status != http.StatusNotFound || strings.Contains(string(body), "<html") {
		t.Errorf("a file that is not there: %d, %.40q", status, body)
	}
}
