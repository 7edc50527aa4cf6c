package ws

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
)

// [WS4]
func TestWS4_BrokenHandshakesAreRefused(t *testing.T) {
	good := "Host: jadebox.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"good": {"GET /ws HTTP/1.1\r\n" + good, 101},
		"our subprotocol": {"GET /ws HTTP/1.1\r\n" + good + "Sec-WebSocket-Protocol: x, " + protocol.Subprotocol +
			"\r\n", 101},
		"other subprotocol":      {"GET /ws HTTP/1.1\r\n" + good + "Sec-WebSocket-Protocol: x\r\n", 400},
		"same origin":            {"GET /ws HTTP/1.1\r\n" + good + "Origin: https://jadebox.test\r\n", 101},
		"wrong origin":           {"GET /ws HTTP/1.1\r\n" + good + "Origin: https://evil.test\r\n", 403},
		"null origin":            {"GET /ws HTTP/1.1\r\n" + good + "Origin: null\r\n", 403},
		"empty origin":           {"GET /ws HTTP/1.1\r\n" + good + "Origin: \r\n", 403},
		"origin with suffix":     {"GET /ws HTTP/1.1\r\n" + good + "Origin: https://jadebox.test.evil.test\r\n", 403},
		"POST":                   {"POST /ws HTTP/1.1\r\n" + good, 405},
		"no upgrade":             {"GET /ws HTTP/1.1\r\nHost: jadebox.test\r\n", 426},
		"no upgrade, in Russian": {"GET /ws?lang=ru HTTP/1.1\r\nHost: jadebox.test\r\n", 426},
		"wrong origin, in Russian": {"GET /ws HTTP/1.1\r\n" + good +
			"Origin: https://evil.test\r\nAccept-Language: ru\r\n", 403},
		"bad version":     {"GET /ws HTTP/1.1\r\n" + strings.Replace(good, "13", "12", 1), 426},
		"no key":          {"GET /ws HTTP/1.1\r\n" + strings.Replace(good, "Sec-WebSocket-Key", "X", 1), 400},
		"HTTP/1.0":        {"GET /ws HTTP/1.0\r\n" + good, 505},
		"unknown path":    {"GET /ws/nothing HTTP/1.1\r\n" + good, 404},
		"echo is off":     {"GET /ws/echo HTTP/1.1\r\n" + good, 404},
		"drop without id": {"GET /ws/drop/ HTTP/1.1\r\n" + good, 404},
		"too large":       {"GET /ws HTTP/1.1\r\n" + good + "X: " + strings.Repeat("x", 9<<10) + "\r\n", 431},
		"many headers":    {"GET /ws HTTP/1.1\r\n" + good + strings.Repeat("X: y\r\n", 2000), 431},
	} {
		t.Run(name, func(t *testing.T) {
			bothBackends(t, func(t *testing.T, b Backend) {
				w := newWorld(t, Options{Backend: b})
				w.refused(c.request+"\r\n", c.status)
				if c.status == 101 {
					eventually(t, "opened", func() bool { return w.Stats().Opened == 1 })
				} else if n := w.Stats().Opened; n != 0 {
					t.Errorf("%d sockets opened", n)
				}
			})
		})
	}
}

// connect is a bare connection, for 10 s at most.
func (w *world) connect() net.Conn {
	w.t.Helper()
	conn, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	return conn
}

// refused holds the whole answer of a handshake to what every answer of the site is.
func (w *world) refused(request string, status int) {
	w.t.Helper()
	conn := w.connect()
	defer conn.Close()
	go io.WriteString(conn, request) // an answer comes before the end of what is too large
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if r.StatusCode != status {
		w.t.Errorf("status %d, want %d", r.StatusCode, status)
	}
	if status == http.StatusSwitchingProtocols {
		return
	}
	body, err := io.ReadAll(r.Body)
	var said map[string]any
	if err == nil {
		err = json.Unmarshal(body, &said)
	}
	code, _ := said["errCode"].(float64)
	lang := protocol.Chinese
	if strings.Contains(request, "lang=ru") || strings.Contains(request, "Accept-Language: ru") {
		lang = protocol.Russian
	}
	text := protocol.Code(code).Text(lang)
	if err != nil || len(said) != 6 || said["code"] != code || said["msg"] != text || said["errMsg"] != text ||
		said["data"] != nil || said["sysTime"] == 0.0 {
		w.t.Errorf("%s, %v", body, err)
	}
	want := map[int]protocol.Code{400: protocol.CodeBadRequest, 403: protocol.CodeOrigin, 404: protocol.CodeNotFound,
		405: protocol.CodeUnsupported, 426: protocol.CodeUpgrade, 431: protocol.CodeTooLarge,
		505: protocol.CodeUnsupported}[status]
	if protocol.Code(code) != want {
		w.t.Errorf("error %v, want %d", code, want)
	}
	heads := map[string]string{"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff"}
	switch status {
	case http.StatusUpgradeRequired:
		heads["Upgrade"], heads["Sec-Websocket-Version"] = "websocket", "13"
	case http.StatusMethodNotAllowed:
		heads["Allow"] = "GET"
	}
	for name, value := range heads {
		if got := r.Header.Get(name); got != value {
			w.t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
}

func (w *world) handshakeStatus(request string) int {
	w.t.Helper()
	conn := w.connect()
	defer conn.Close()
	io.WriteString(conn, request)
	head := make([]byte, 12)
	if _, err := io.ReadFull(conn, head); err != nil {
		w.t.Fatalf("%q: %v", head, err)
	}
	status := 0
	for _, d := range head[9:12] {
		status = status*10 + int(d-'0')
	}
	return status
}

// [WS4]
func TestWS4_OriginsOfTheListAreAllowed(t *testing.T) {
	w := newWorld(t, Options{Origins: []string{"https://play.test"}})
	head := "GET /ws HTTP/1.1\r\nHost: jadebox.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: "
	for origin, status := range map[string]int{"https://play.test": 101, "https://jadebox.test": 101,
		"http://play.test": 403, "https://jadebox.test:8443": 403} {
		if got := w.handshakeStatus(head + origin + "\r\n\r\n"); got != status {
			t.Errorf("%s: %d, want %d", origin, got, status)
		}
	}
}

// [WS4]
func TestWS4_ASlowHandshakeIsClosed(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, HandshakeWithin: 200 * time.Millisecond})
		conn := w.connect()
		defer conn.Close()
		began := time.Now()
		for _, c := range []byte(strings.Repeat("GET /ws HTTP/1.1\r\nX-A: b\r\n", 100)) {
			if _, err := conn.Write([]byte{c}); err != nil {
				break
			}
			if time.Since(began) > 8*time.Second {
				t.Fatal("still open")
			}
			time.Sleep(2 * time.Millisecond) // this is the attack
		}
		eventually(t, "gone", func() bool { return w.Stats().Sockets == 0 })
	})
}

// [WS7]
func TestWS7_SocketsOfOneAddressAreCapped(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, AddressSocketsMax: 2})
		head := "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: "
		open := func(ip string) (net.Conn, int) {
			conn := w.connect()
			t.Cleanup(func() { conn.Close() })
			io.WriteString(conn, head+ip+"\r\n\r\n")
			b := make([]byte, 12)
			if _, err := io.ReadFull(conn, b); err != nil {
				t.Fatal(err)
			}
			return conn, int(b[9]-'0')*100 + int(b[10]-'0')*10 + int(b[11]-'0')
		}
		first, status := open("6.6.6.6, 203.0.113.7")
		_, status2 := open("203.0.113.7")
		_, status3 := open("1.2.3.4, 203.0.113.7")
		_, other := open("203.0.113.8")
		if status != 101 || status2 != 101 || status3 != 429 || other != 101 {
			t.Fatalf("statuses %d %d %d, other address %d", status, status2, status3, other)
		}
		first.Close()
		eventually(t, "slot free", func() bool { _, s := open("203.0.113.7"); return s == 101 })
	})
}

// Plain HTTP comes out of HTTPListener whole, also in pieces.
func TestHTTPSharesThePortWithSockets(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		mux := http.NewServeMux()
		mux.HandleFunc("POST /api/echo", func(rw http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			rw.Write(body)
		})
		srv := &http.Server{Handler: mux}
		go srv.Serve(w.HTTPListener())
		defer srv.Close()
		body := strings.Repeat("jade", 50_000)
		for range 3 {
			resp, err := http.Post("http://"+w.addr+"/api/echo", "text/plain", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(got) != body {
				t.Fatalf("%d bytes back, %v", len(got), err)
			}
		}
		conn := w.connect()
		defer conn.Close()
		for _, piece := range []string{"PO", "ST /api/ec", "ho HTTP/1.1\r", "\nHost: h\r\nContent-Length: 2\r\n\r\n",
			"ok"} {
			io.WriteString(conn, piece)
		}
		answer := make([]byte, 12)
		if _, err := io.ReadFull(conn, answer); err != nil || string(answer) != "HTTP/1.1 200" {
			t.Fatalf("%q, %v", answer, err)
		}
		if n := w.Stats().Opened; n != 0 {
			t.Errorf("%d sockets opened by plain HTTP", n)
		}
		eventually(t, "http connections are not sockets", func() bool { return w.Stats().Sockets == 0 })
	})
}

// An upgrade may come through net/http: behind a proxy that keeps connections alive, or over TLS.
func TestAnUpgradeIsPlayedThroughHTTP(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		plain, secure := httptest.NewServer(w.Server), httptest.NewTLSServer(w.Server)
		defer plain.Close()
		defer secure.Close()
		over, err := net.Dial("tcp", plain.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		tlsOver, err := tls.Dial("tcp", secure.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, conn := range []net.Conn{over, tlsOver} {
			p := upgraded(t, conn, "/ws")
			p.send(&protocol.Hello{Type: protocol.TypeHello})
			p.want(protocol.TypeWelcome)
			p.subscribe(1, "battle:5")
			offset := w.emit("battle:5")
			p.wantEvent(1, offset)
		}
	})
}
