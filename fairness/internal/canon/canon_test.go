package canon

import (
	"errors"
	"testing"
)

const sample = "T/one\nname=value\ncount=7\nflag=1\nhash=" + hash + "\n"

const hash = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

func read(text string) (string, int64, bool, string, error) {
	r := NewReader("T/one", text)
	name, count, flag, h := r.Text("name"), r.Int("count"), r.Bool("flag"), r.Hash("hash")
	return name, count, flag, h, r.Close()
}

func TestReaderReadsWhatWriterWrites(t *testing.T) {
	w := NewWriter("T/one")
	w.Text("name", "value")
	w.Int("count", 7)
	w.Bool("flag", true)
	w.Text("hash", hash)
	if got := string(w.Bytes()); got != sample {
		t.Fatalf("wrote %q", got)
	}
	name, count, flag, h, err := read(sample)
	if name != "value" || count != 7 || !flag || h != hash || err != nil {
		t.Errorf("%q %d %t %q %v", name, count, flag, h, err)
	}
}

func TestReaderRefusesEveryOtherByte(t *testing.T) {
	for i := range sample {
		changed := []byte(sample)
		changed[i] ^= 0x10
		name, count, flag, h, err := read(string(changed))
		same := name == "value" && count == 7 && flag && h == hash
		if err == nil && same {
			t.Errorf("byte %d changed and read alike", i)
		}
		if err != nil && !errors.Is(err, ErrForm) {
			t.Errorf("byte %d: err %v", i, err)
		}
	}
	for _, text := range []string{"", "T/one", sample + "\n", sample[:len(sample)-1], "\n" + sample} {
		if _, _, _, _, err := read(text); !errors.Is(err, ErrForm) {
			t.Errorf("%q: err %v", text, err)
		}
	}
}

func TestNumbersHaveOneSpelling(t *testing.T) {
	for _, s := range []string{"", "-1", "+1", "01", "1.0", "1e3", " 1", "9007199254740992", "0x1"} {
		r := NewReader("T", "T\nn="+s+"\n")
		if n := r.Int("n"); !errors.Is(r.Close(), ErrForm) {
			t.Errorf("%q reads as %d", s, n)
		}
	}
	for s, want := range map[string]int64{"0": 0, "10": 10, "9007199254740991": MaxSafe} {
		r := NewReader("T", "T\nn="+s+"\n")
		if n := r.Int("n"); n != want || r.Close() != nil {
			t.Errorf("%q reads as %d", s, n)
		}
	}
}

func TestLinesStayOneLine(t *testing.T) {
	for _, s := range []string{"", " ", "a b", "a\n", "a\x00", "é", "\x7f"} {
		if IsLine(s) {
			t.Errorf("%q passes as a line", s)
		}
	}
	if !IsLine("solo:u1:e1") || IsHex("AB", 2) || IsHex("abc", 2) || !IsHex("a0", 2) {
		t.Error("a plain word is refused or a loose hex accepted")
	}
}
