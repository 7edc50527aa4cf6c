package ws

import (
	"io"
	"net"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// [WS10]
func TestWS10_AServerOutOfDescriptorsShedsAndServesOn(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		kept := w.greeted("")
		kept.subscribe(1, "battle:5")

		var limit unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		low := limit
		low.Cur = 200
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &low); err != nil {
			t.Fatal(err)
		}
		defer unix.Setrlimit(unix.RLIMIT_NOFILE, &limit)
		var filler []*os.File
		for {
			f, err := os.Open(os.DevNull)
			if err != nil {
				break
			}
			filler = append(filler, f)
		}
		free := func() {
			for _, f := range filler {
				f.Close()
			}
			filler = nil
		}
		defer free()
		filler[0].Close() // one for the client, none for the server
		filler = filler[1:]
		shed, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer shed.Close()
		if b == Reactor { // says so at once; the shard's waits in the backlog
			shed.SetDeadline(time.Now().Add(5 * time.Second))
			if _, err := io.ReadAll(shed); err != nil && os.IsTimeout(err) {
				t.Error("the connection was left hanging")
			}
			if w.Stats().AcceptFailures == 0 {
				t.Error("not counted")
			}
		}
		offset := w.emit("battle:5")
		kept.wantEvent(1, offset)
		kept.silent()

		free()
		w.greeted("").silent()
	})
}
