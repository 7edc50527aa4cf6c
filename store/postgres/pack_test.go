package postgres

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"
)

func TestWhatIsStoredOfAnOpComesBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	few := func(n int) []byte { // of four values, so that it compresses
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.IntN(4))
		}
		return b
	}
	hash := func() string {
		b := make([]byte, 32)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return hex.EncodeToString(b)
	}
	leaves := func(n int) []byte {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\x01BOX1/result\nscope=battle:7\nn=%d\nserver-seed=%s\nserver-hash=%s\nodds=%s\n", i,
				hash(), hash(), strings.Repeat("ab", 32))
		}
		return []byte(b.String())
	}
	var arena, scratch []byte
	for _, body := range [][]byte{few(1), few(plainMax - 1), few(plainMax), few(1600), few(10_000), few(200_000),
		leaves(2), leaves(400)} {
		for _, result := range [][]byte{{}, few(1), few(resultMax), few(resultMax + 1), few(5000),
			[]byte(`{"serverHash":"` + hash() + hash() + hash() + hash() + hash() + `"}`)} {
			body[0] = 1
			start := len(arena)
			var column []byte
			arena, column, scratch = pack(arena, body, result, scratch)
			stored := arena[start:]
			gotBody, gotResult, err := unpack(stored, column)
			if err != nil || !bytes.Equal(gotBody, body) || !bytes.Equal(gotResult, result) {
				t.Fatalf("%d and %d bytes: %v", len(body), len(result), err)
			}
			if most := len(body) + len(result) + 32; len(stored)+len(column) > most {
				t.Errorf("%d and %d bytes became %d and %d", len(body), len(result), len(stored), len(column))
			}
		}
	}
}

func TestAnOpOfBeforeIsRead(t *testing.T) {
	body := bytes.Repeat([]byte{1, 2, 3}, 1000)
	for name, stored := range map[string][]byte{"plain": body, "compressed": append([]byte{compressed},
		s2.Encode(nil, body)...)} {
		got, result, err := unpack(stored, []byte("result"))
		if err != nil || !bytes.Equal(got, body) || string(result) != "result" {
			t.Errorf("%s: %d bytes, %q, %v", name, len(got), result, err)
		}
	}
}

func TestADamagedBodyIsSeen(t *testing.T) {
	text := func(b ...byte) []byte { return append([]byte{joined}, words.Encode(nil, b)...) }
	for name, stored := range map[string][]byte{
		"compressed": {compressed, 1, 2, 3}, "joined": {joined, 1, 2, 3}, "no length": text(),
		"longer than it is": text(9, 1),
		"a mark at the end": text(1, 1, mark), "half a run": text(3, 1, mark, 3, 1, 1),
	} {
		if _, _, err := unpack(stored, nil); err == nil {
			t.Error(name + ": not seen")
		}
	}
}

func TestHexIsHalvedAndComesBack(t *testing.T) {
	for text, halved := range map[string]int{
		"": 0, "a": 1, "0123456789abcde": 15, "0123456789abcdef": 10, "0123456789abcdef0": 11, "x0123456789abcdefx": 12,
		strings.Repeat("0", 15) + "x" + strings.Repeat("f", 16): 26, strings.Repeat("ab", 32): 34, "server-hash=" +
			strings.Repeat("ab", 32) + "\n": 47,
		"0123456789ABCDEF": 16, "\x1f": 2, "\x1f0123456789abcdef\x1f": 14, strings.Repeat("ab", 256): 260,
	} {
		got := halve(nil, []byte(text))
		back, ok := double(nil, got)
		if !ok || string(back) != text || len(got) != halved {
			t.Errorf("%q: %d bytes, want %d, back %q", text, len(got), halved, back)
		}
	}
}

func FuzzHalve(f *testing.F) {
	f.Add([]byte("0123456789abcdef0123456789abcdef\x1f"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if back, ok := double(nil, halve(nil, text)); !ok || !bytes.Equal(back, text) {
			t.Errorf("%q became %q", text, back)
		}
		_, _ = double(nil, text)
	})
}
