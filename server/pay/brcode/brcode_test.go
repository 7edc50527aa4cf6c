package brcode

import (
	"errors"
	"fmt"
	"testing"
)

// The example of the central bank's manual (static code, key = random UUID).
const manual = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000" +
	"5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

func TestTheManualsExampleIsReadAndWritten(t *testing.T) {
	want := Static{Key: "123e4567-e12b-12d1-a456-426655440000", Name: "Fulano de Tal", City: "BRASILIA", TxID: "***"}
	got, err := want.Text()
	if err != nil || got != manual {
		t.Errorf("wrote %q, %v", got, err)
	}
	if read, err := Parse(manual); err != nil || read != want {
		t.Errorf("read %+v, %v", read, err)
	}
}

// "123456789" → 29B1 is the check value of CRC-16/CCITT-FALSE in every catalogue of checksums.
func TestChecksumHasItsCheckValue(t *testing.T) {
	if got := CRC16("123456789"); got != 0x29b1 {
		t.Errorf("%04X", got)
	}
}

func TestAmountAndIDComeBack(t *testing.T) {
	for _, cents := range []int64{0, 1, 10, 99, 100, 12345, 9999999999} {
		s := Static{Key: "pix@example.com", Name: "Jadebox", City: "SAO PAULO", TxID: "JB42", AmountCents: cents}
		text, err := s.Text()
		if err != nil {
			t.Fatal(cents, err)
		}
		if back, err := Parse(text); err != nil || back != s {
			t.Errorf("%d: %+v, %v", cents, back, err)
		}
	}
}

// One changed character is always seen: the checksum finds every burst of up to 16 bits.
func TestEveryChangedCharacterIsRefused(t *testing.T) {
	for i := range len(manual) - 4 {
		bad := []byte(manual)
		bad[i] ^= 1
		if _, err := Parse(string(bad)); !errors.Is(err, ErrFormat) {
			t.Errorf("changed at %d: %v", i, err)
		}
	}
}

func TestWhatFitsNoCodeIsRefused(t *testing.T) {
	good := Static{Key: "k", Name: "n", City: "c"}
	for name, spoil := range map[string]func(*Static){
		"no key":          func(s *Static) { s.Key = "" },
		"no name":         func(s *Static) { s.Name = "" },
		"accents":         func(s *Static) { s.City = "São Paulo" },
		"long name":       func(s *Static) { s.Name = "abcdefghijklmnopqrstuvwxyz" },
		"negative":        func(s *Static) { s.AmountCents = -1 },
		"sign in id":      func(s *Static) { s.TxID = "a-b" },
		"too much":        func(s *Static) { s.AmountCents = 1 << 60 },
		"line in the key": func(s *Static) { s.Key = "a\nb" },
	} {
		s := good
		spoil(&s)
		if text, err := s.Text(); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	for _, body := range []string{"", "6304", "0002", "000201" + "0099x", "00020100020163"} {
		text := body + "6304"
		if _, err := Parse(text + fmt.Sprintf("%04X", CRC16(text))); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", body, err)
		}
	}
}
