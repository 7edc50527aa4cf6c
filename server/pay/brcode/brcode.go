// Package brcode writes and reads the text of Pix QR codes: EMV merchant-presented codes as the Brazilian central bank
// profiles them ("Manual de Padrões para Iniciação do Pix"). Deliberately absent: drawing, and any call to a bank.
package brcode

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrFormat is a text that is no BR Code, or data that fits none.
var ErrFormat = errors.New("brcode: not a BR Code")

// Limits of the profile, in bytes. A code must be readable by every bank's app, so texts are plain ASCII.
const (
	nameMax  = 25
	cityMax  = 15
	txMax    = 25
	keyMax   = 77
	fieldMax = 99
	gui      = "br.gov.bcb.pix"
)

// Static is a code that any payer may use and that carries key and amount itself.
type Static struct {
	Key         string // Pix key of the merchant: e-mail, phone, document or a UUID
	Name        string // of the merchant, ≤ 25
	City        string // ≤ 15
	TxID        string // letters and digits, ≤ 25; "***" or "" when there is none
	AmountCents int64  // of BRL; 0 leaves it to the payer
}

// Text is the text that stands in the QR code and that can be copied ("copia e cola").
func (s Static) Text() (string, error) {
	if !plain(s.Key, keyMax) || !plain(s.Name, nameMax) || !plain(s.City, cityMax) || s.AmountCents < 0 {
		return "", fmt.Errorf("%w: key, name, city or amount", ErrFormat)
	}
	tx := s.TxID
	if tx == "" {
		tx = "***"
	}
	if tx != "***" && !alphanumeric(tx, txMax) {
		return "", fmt.Errorf("%w: transaction id", ErrFormat)
	}
	var amount string
	if s.AmountCents > 0 {
		amount = fmt.Sprintf("%d.%02d", s.AmountCents/100, s.AmountCents%100)
		if len(amount) > 13 {
			return "", fmt.Errorf("%w: amount", ErrFormat)
		}
	}
	account := field("00", gui) + field("01", s.Key)
	if len(account) > fieldMax {
		return "", fmt.Errorf("%w: key too long", ErrFormat)
	}
	text := field("00", "01") + field("26", account) + field("52", "0000") + field("53", "986")
	if amount != "" {
		text += field("54", amount)
	}
	text += field("58", "BR") + field("59", s.Name) + field("60", s.City) + field("62", field("05", tx)) + "6304"
	return text + fmt.Sprintf("%04X", CRC16(text)), nil
}

// Parse reads a static code and refuses one whose checksum is wrong.
func Parse(text string) (Static, error) {
	var s Static
	if len(text) < 8 || text[len(text)-8:len(text)-4] != "6304" ||
		!strings.EqualFold(fmt.Sprintf("%04X", CRC16(text[:len(text)-4])), text[len(text)-4:]) {
		return s, fmt.Errorf("%w: checksum", ErrFormat)
	}
	top, err := fields(text)
	if err != nil {
		return s, err
	}
	account, err := fields(top["26"])
	if err != nil {
		return s, err
	}
	extra, err := fields(top["62"])
	if err != nil {
		return s, err
	}
	if !strings.EqualFold(account["00"], gui) || top["00"] != "01" || top["53"] != "986" || top["58"] != "BR" {
		return s, fmt.Errorf("%w: not Pix", ErrFormat)
	}
	s = Static{Key: account["01"], Name: top["59"], City: top["60"], TxID: extra["05"]}
	if a := top["54"]; a != "" {
		if s.AmountCents, err = cents(a); err != nil {
			return Static{}, err
		}
	}
	return s, nil
}

// CRC16 is CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF (EMV QRCPS §4.7.3, over everything up to and with
// "6304").
func CRC16(text string) uint16 {
	crc := uint16(0xffff)
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

func field(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

func fields(text string) (map[string]string, error) {
	found := map[string]string{}
	for len(text) > 0 {
		if len(text) < 4 {
			return nil, fmt.Errorf("%w: cut off", ErrFormat)
		}
		n, err := strconv.ParseUint(text[2:4], 10, 8)
		if err != nil || len(text) < 4+int(n) {
			return nil, fmt.Errorf("%w: length", ErrFormat)
		}
		if _, twice := found[text[:2]]; twice {
			return nil, fmt.Errorf("%w: field %s twice", ErrFormat, text[:2])
		}
		found[text[:2]] = text[4 : 4+n]
		text = text[4+n:]
	}
	return found, nil
}

// cents reads "10", "10.5" and "10.00".
func cents(amount string) (int64, error) {
	whole, part, _ := strings.Cut(amount, ".")
	if len(part) > 2 || len(amount) > 13 {
		return 0, fmt.Errorf("%w: amount", ErrFormat)
	}
	n, err := strconv.ParseUint(whole+part+"00"[len(part):], 10, 53)
	if err != nil {
		return 0, fmt.Errorf("%w: amount", ErrFormat)
	}
	return int64(n), nil
}

func plain(text string, most int) bool {
	if len(text) == 0 || len(text) > most {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

func alphanumeric(text string, most int) bool {
	if len(text) == 0 || len(text) > most {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	}) < 0
}
