package protocol

import (
	"errors"
	"strconv"
)

// Gems is an amount in cents that travels as a JSON number of gems with two decimals (12.34), as the specification's
// own fields (balance, price, salePrice, roomPrice …) are written. All other fields are int64 cents and need no type.
type Gems int64

// ErrGems reports a number that is no amount: an exponent, more than two decimals, out of range, not a number.
var ErrGems = errors.New("protocol: not an amount of gems")

// AppendText appends the amount with exactly two decimals.
func (g Gems) AppendText(b []byte) ([]byte, error) {
	cents := uint64(g)
	if g < 0 {
		b = append(b, '-')
		cents = -cents // two's complement: right for the smallest int64 too
	}
	b = strconv.AppendUint(b, cents/100, 10)
	return append(b, '.', byte('0'+cents/10%10), byte('0'+cents%10)), nil
}

// String is the amount with exactly two decimals, in gems: "12.30".
func (g Gems) String() string {
	b, _ := g.AppendText(nil)
	return string(b)
}

// MarshalJSON writes a JSON number.
func (g Gems) MarshalJSON() ([]byte, error) { return g.AppendText(nil) }

// UnmarshalJSON reads a JSON number and refuses what ParseGems refuses.
func (g *Gems) UnmarshalJSON(b []byte) error {
	v, err := ParseGems(string(b))
	if err != nil {
		return err
	}
	*g = v
	return nil
}

// ParseGems reads -?(0|[1-9][0-9]*)(.[0-9]{1,2})? and nothing else: rounding an amount in silence would move money.
func ParseGems(s string) (Gems, error) {
	digits, negative := s, false
	if len(digits) > 0 && digits[0] == '-' {
		digits, negative = digits[1:], true
	}
	var cents uint64
	i, fraction := 0, -1
	for ; i < len(digits); i++ {
		c := digits[i]
		if c == '.' && fraction < 0 && i > 0 {
			fraction = 0
			continue
		}
		if c < '0' || c > '9' || fraction == 2 || i > 0 && fraction < 0 && digits[0] == '0' {
			return 0, ErrGems
		}
		if fraction >= 0 {
			fraction++
		}
		if cents > (1<<63)/10 {
			return 0, ErrGems
		}
		cents = cents*10 + uint64(c-'0')
	}
	if i == 0 || fraction == 0 {
		return 0, ErrGems
	}
	for ; fraction < 2; fraction++ {
		if fraction < 0 {
			fraction = 0
		}
		if cents > (1<<63)/10 {
			return 0, ErrGems
		}
		cents *= 10
	}
	switch {
	case negative && cents <= 1<<63:
		return Gems(-cents), nil
	case !negative && cents < 1<<63:
		return Gems(cents), nil
	}
	return 0, ErrGems
}
