package probe

import (
	"encoding/binary"
	"strings"

	"github.com/gobwas/ws"
)

// Cases returns the table.
func Cases() []Case {
	long := strings.Repeat("*", 65535)
	word := "κόσμε-✓-Привет"
	bad := "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited"
	return []Case{
		{Name: "1.1 text empty", frames: all(f(0x81, "")), want: echo("")},
		{Name: "1.2 text 125", frames: all(f(0x81, long[:125])), want: echo(long[:125])},
		{Name: "1.3 text 126", frames: all(f(0x81, long[:126])), want: echo(long[:126])},
		{Name: "1.4 text 65535", frames: all(f(0x81, long)), want: echo(long)},
		{Name: "1.5 binary 300", frames: all(f(0x82, long[:300])), want: echo(long[:300])},
		{Name: "1.6 text 300 byte by byte", frames: all(f(0x81, long[:300])), chop: true, want: echo(long[:300])},

		{Name: "2.1 ping empty", frames: all(f(0x89, "")), want: pong("")},
		{Name: "2.2 ping 125", frames: all(f(0x89, long[:125])), want: pong(long[:125])},
		{Name: "2.3 ping 126", frames: all(f(0x89, long[:126])), want: closes(1002)},
		{Name: "2.4 unsolicited pong", frames: all(f(0x8a, "x"), f(0x89, "a")), want: pong("a")},
		{Name: "2.5 pings in a row", frames: all(f(0x89, "1"), f(0x89, "2"), f(0x89, "3")), want: pong("3")},

		{Name: "3.1 RSV1 on text", frames: all(f(0xc1, "x")), want: closes(1002)},
		{Name: "3.2 RSV2 on binary", frames: all(f(0xa2, "x")), want: closes(1002)},
		{Name: "3.3 RSV3 on ping", frames: all(f(0x99, "x")), want: closes(1002)},

		{Name: "4.1 opcode 3", frames: all(f(0x83, "x")), want: closes(1002)},
		{Name: "4.2 opcode 7", frames: all(f(0x87, "")), want: closes(1002)},
		{Name: "4.3 opcode 11", frames: all(f(0x8b, "")), want: closes(1002)},
		{Name: "4.4 opcode 15", frames: all(f(0x8f, "z")), want: closes(1002)},

		{Name: "5.1 fragmented ping", frames: all(f(0x09, "a"), f(0x80, "b")), want: closes(1002)},
		{Name: "5.2 fragmented text", frames: all(f(0x01, "ab"), f(0x80, "cd")), want: echo("abcd")},
		{Name: "5.3 ping between fragments", frames: all(f(0x01, "ab"), f(0x89, "p"), f(0x80, "cd")),
			want: pongThenEcho("p", "abcd")},
		{Name: "5.4 continuation without a start", frames: all(f(0x80, "x")), want: closes(1002)},
		{Name: "5.5 text inside a fragmented text", frames: all(f(0x01, "a"), f(0x81, "b")), want: closes(1002)},
		{Name: "5.6 three fragments byte by byte", frames: all(f(0x01, "ab"), f(0x00, "cd"), f(0x80, "ef")), chop: true,
			want: echo("abcdef")},

		{Name: "6.1 UTF-8", frames: all(f(0x81, word)), want: echo(word)},
		{Name: "6.2 UTF-8 split inside a character", frames: all(f(0x01, word[:3]), f(0x80, word[3:])),
			want: echo(word)},
		{Name: "6.3 surrogate in UTF-8", frames: all(f(0x81, bad)), want: closes(1007)},
		{Name: "6.4 surrogate across fragments", frames: all(f(0x01, bad[:12]), f(0x80, bad[12:])), want: closes(1007)},
		{Name: "6.5 truncated UTF-8", frames: all(f(0x81, word[:1])), want: closes(1007)},

		{Name: "7.1 close 1000", frames: all(f(0x88, status(1000, ""))), want: closes(1000)},
		{Name: "7.2 close without a code", frames: all(f(0x88, "")), want: closes(anyClose)},
		{Name: "7.3 close of 1 byte", frames: all(f(0x88, "a")), want: closes(1002)},
		{Name: "7.4 close with a bad reason", frames: all(f(0x88, status(1000, "\xff\xfe"))), want: closes(1007)},
		{Name: "7.5 close 1005", frames: all(f(0x88, status(1005, ""))), want: closes(1002)},
		{Name: "7.6 close 999", frames: all(f(0x88, status(999, ""))), want: closes(1002)},
		{Name: "7.7 close 2999", frames: all(f(0x88, status(2999, ""))), want: closes(1002)},
		{Name: "7.8 close 3000", frames: all(f(0x88, status(3000, ""))), want: closes(3000)},
		{Name: "7.9 data after close", frames: all(f(0x88, status(1000, "")), f(0x81, "x")), want: closes(1000)},

		{Name: "8.1 unmasked frame", frames: all([]byte("\x81\x02hi")), want: closes(1002)},
		{Name: "8.2 declared 2^40 bytes", frames: all(declares(0x82, 1<<40)), want: closes(1009)},
		{Name: "8.3 declared 2^63 bytes", frames: all(declares(0x82, 1<<63)), want: closes(anyClose)},
	}
}

func all(frames ...[]byte) [][]byte { return frames }

func echo(s string) reaction { return reaction{echo: &s} }
func pong(s string) reaction { return reaction{pong: &s} }
func closes(code int) reaction {
	return reaction{close: code}
}
func pongThenEcho(p, e string) reaction { return reaction{pong: &p, echo: &e} }

var mask = [4]byte{9, 8, 7, 6}

// f is a masked frame with its first byte given raw.
func f(first byte, payload string) []byte {
	b := []byte{first}
	switch n := len(payload); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	b = append(b, mask[:]...)
	body := []byte(payload)
	ws.Cipher(body, mask, 0)
	return append(b, body...)
}

// declares is the beginning of a frame that says it has n bytes.
func declares(first byte, n uint64) []byte {
	b := binary.BigEndian.AppendUint64([]byte{first, 0x80 | 127}, n)
	return append(append(b, mask[:]...), "xxxx"...)
}

func status(code uint16, reason string) string {
	return string(binary.BigEndian.AppendUint16(nil, code)) + reason
}
