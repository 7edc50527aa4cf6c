package realname

import (
	"regexp"
	"strings"
	"time"
)

// card is product-spec §5: 18 characters, a birthday in 18xx–20xx, the last one a digit or X.
var card = regexp.MustCompile(`^[1-9]\d{5}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$`)

// Card brings a card number into its one form: no spaces, X in upper case. ok is false for any other form than the
// spec's, for a day that no calendar has and for a wrong check character (GB 11643).
func Card(text string) (number string, born time.Time, ok bool) {
	number = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if !card.MatchString(number) {
		return "", time.Time{}, false
	}
	born, err := time.Parse("20060102", number[6:14])
	return number, born, err == nil && number[17] == check(number)
}

func check(number string) byte {
	sum := 0
	for i, weight := range [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(number[i]-'0') * weight
	}
	return "10X98765432"[sum%11]
}

// Adult reports whether a person born then is 18 at now (product-spec §9).
func Adult(born, now time.Time) bool { return !born.AddDate(18, 0, 0).After(now) }
