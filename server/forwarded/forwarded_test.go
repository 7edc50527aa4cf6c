package forwarded

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"testing"
)

func TestTheClientIsTheLastHopThatNoTrustedProxyIs(t *testing.T) {
	proxy := netip.MustParsePrefix("10.0.0.0/8")
	for _, c := range []struct {
		peer   string
		header []string
		want   string
	}{
		{"203.0.113.7", []string{"198.51.100.1"}, "203.0.113.7"}, // the peer is not trusted
		{"10.0.0.1", nil, "10.0.0.1"},
		{"10.0.0.1", []string{"198.51.100.1, 203.0.113.7"}, "203.0.113.7"},
		{"10.0.0.1", []string{"198.51.100.1", "203.0.113.7, 10.0.0.2"}, "203.0.113.7"},
		{"::ffff:10.0.0.1", []string{"203.0.113.7:51413"}, "203.0.113.7"},
		{"10.0.0.1", []string{"[2001:db8::7]:443"}, "2001:db8::7"},
		{"10.0.0.1", []string{"[2001:db8::7]"}, "2001:db8::7"},
		{"10.0.0.1", []string{"2001:db8::7"}, "2001:db8::7"},
		{"10.0.0.1", []string{"203.0.113.7, unknown"}, "10.0.0.1"},
		{"10.0.0.1", []string{"203.0.113.7, "}, "10.0.0.1"},
	} {
		if got := Client(netip.MustParseAddr(c.peer), c.header, proxy.Contains); got != netip.MustParseAddr(c.want) {
			t.Errorf("%s with %q: %v, want %s", c.peer, c.header, got, c.want)
		}
	}
}

// head is one of the protocol.
func head(command, family byte, body []byte) []byte {
	b := append([]byte("\r\n\r\n\x00\r\nQUIT\n"), 0x20|command, family)
	return append(binary.BigEndian.AppendUint16(b, uint16(len(body))), body...)
}

func TestAProxiesHeadNamesTheClientOnceItIsWhole(t *testing.T) {
	v4 := []byte{203, 0, 113, 7, 10, 0, 0, 1, 0xc8, 0xd5, 0x01, 0xbb}
	v6 := make([]byte, 36)
	copy(v6, netip.MustParseAddr("2001:db8::7").AsSlice())
	v6[33] = 80
	extended := append(append([]byte{}, v4...), 0x03, 0x00, 0x04, 1, 2, 3, 4)
	for name, c := range map[string]struct {
		head []byte
		want string
	}{
		"IPv4":            {head(1, 0x11, v4), "203.0.113.7:51413"},
		"IPv6":            {head(1, 0x21, v6), "[2001:db8::7]:80"},
		"with extensions": {head(1, 0x11, extended), "203.0.113.7:51413"},
	} {
		for cut := range c.head {
			if _, n, err := Proxied(c.head[:cut]); n != 0 || err != nil {
				t.Fatalf("%s, first %d bytes: %d, %v", name, cut, n, err)
			}
		}
		got, n, err := Proxied(append(c.head, "GET /"...))
		if err != nil || n != len(c.head) || got != netip.MustParseAddrPort(c.want) {
			t.Errorf("%s: %v, %d, %v", name, got, n, err)
		}
	}
	if got, n, err := Proxied(head(0, 0, nil)); err != nil || n != 16 || got.IsValid() {
		t.Errorf("a health check: %v, %d, %v", got, n, err)
	}
	for name, b := range map[string][]byte{
		"a request":      []byte("GET / HTTP/1.1\r\n"),
		"version 1":      []byte("PROXY TCP4 203.0.113.7 10.0.0.1 51413 443\r\n"),
		"other version":  append([]byte("\r\n\r\n\x00\r\nQUIT\n"), 0x31, 0x11, 0, 12),
		"other command":  head(2, 0x11, v4),
		"datagrams":      head(1, 0x12, v4),
		"too short":      head(1, 0x21, v4),
		"endless":        append([]byte("\r\n\r\n\x00\r\nQUIT\n"), 0x21, 0x11, 0xff, 0xff),
		"unix addresses": head(1, 0x31, make([]byte, 216)),
	} {
		if _, n, err := Proxied(b); !errors.Is(err, ErrForm) || n != 0 {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}
