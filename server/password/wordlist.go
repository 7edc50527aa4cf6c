package password

import (
	_ "embed"
	"strings"
)

//go:embed wordlist.txt
var commonText string

// common holds the words and the endings that people's passwords are made of, and passwords that are neither.
var common = func() (c struct{ words, endings, whole map[string]bool }) {
	c.words, c.endings, c.whole = map[string]bool{}, map[string]bool{"": true}, map[string]bool{}
	set := c.words
	for line := range strings.Lines(commonText) {
		line = strings.TrimSpace(line)
		switch line {
		case "# words":
			set = c.words
		case "# endings":
			set = c.endings
		case "# whole":
			set = c.whole
		default:
			for _, w := range strings.Fields(line) {
				set[w] = true
			}
		}
	}
	return c
}()

// Common reports whether a password is among those that are tried first: a known one, a common word with a common
// ending (or the ending first), one character or a short group again and again, or the account's own name.
func Common(password, account string) bool {
	p := strings.ToLower(password)
	if name := strings.ToLower(account); name != "" && strings.Contains(p, name) {
		return true
	}
	plain := strings.TrimRight(p, "!.*?@#$_-")
	for _, s := range []string{p, plain, unleet(p)} {
		if common.whole[s] || repeated(s) || worded(s) {
			return true
		}
	}
	return false
}

// worded splits at every place into word and ending, in either order.
func worded(s string) bool {
	for i := range len(s) + 1 {
		head, tail := s[:i], s[i:]
		if common.words[head] && common.endings[tail] || common.endings[head] && common.words[tail] ||
			common.words[head] && common.words[tail] {
			return true
		}
	}
	return false
}

// repeated finds "abab…" with a group of at most four characters.
func repeated(s string) bool {
	for group := 1; group <= 4 && 2*group <= len(s); group++ {
		if strings.Repeat(s[:group], len(s)/group+1)[:len(s)] == s {
			return true
		}
	}
	return false
}

var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s")

func unleet(s string) string {
	head := strings.TrimRight(s, "0123456789!.*?#_-")
	return leet.Replace(head) + s[len(head):]
}
