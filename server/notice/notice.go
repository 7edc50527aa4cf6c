// Package notice is what the house announces to its players: notices in the site's languages under the tabs of the
// notice centre, held in the store, where an operator writes them beside running servers. Deliberately absent: who
// has read what, which is the client's.
//
// # What the house says
//
// server/notice is the notice centre: one setting, of which a process keeps what its watch has read (actors/settings).
// An operator adds a notice and ends one by its forms; one that was put up is not changed, but ended, and another one
// added. Its version is the time of the newest notice that is shown, so that a notice with a begin of its own announces
// itself then. server/site is the frame: entries of the menu that are not released, whether battles are open, the
// groups of the side bar (setting site). In the client everything beside and over a page
// that no first paint needs is client/src/app/overlay-parts.tsx: side bar, notices, guide, fair-game info, snow; it is
// fetched when the page is idle, and each dialog of it when it opens. What a player has read stays on the device.
package notice

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting is the notice centre.
var Setting = &settings.Setting[Centre]{Name: "home.notices",
	Says:            "the notice centre",
	CostlessBecause: "words",
	Standard:        func() Centre { return Centre{Notices: []Notice{}} }, Check: Centre.Check,
	New: Centre.whole, Tells: Centre.tell,
	Forms: map[string]settings.Form[Centre]{
		"add": settings.FormOf(`{"add":{"type":"activity","state":1,`+
			`"title":{"zh":"…","en":"…","pt":"…"},"text":{"zh":"…","en":"…","pt":"…"},"link":"/upgrade/rank",`+
			`"from":"2030-01-01T00:00:00Z","until":"2030-02-01T00:00:00Z"}}`,
			func(d draft, held func() (Centre, error), at time.Time) (Centre, error) {
				b, err := held()
				if err == nil {
					_, err = b.Add(at, d.notice())
				}
				return b, err
			}),
		"end": settings.FormOf(`{"end":3}`, func(id int64, held func() (Centre, error), at time.Time) (Centre, error) {
			b, err := held()
			if err == nil {
				err = b.End(at, id)
			}
			return b, err
		})}}

// Tabs of the notice centre, in their order (product-spec §2).
var Tabs = [...]string{"roll", "taskbox", "activity", "website"}

// States of a notice (product-spec §4).
const (
	AutoShows  = 1
	Suppressed = 2
)

// Bounds of the notice centre.
const (
	NoticesMax = 100
	TitleMax   = 60   // characters, in each language
	TextMax    = 4000 // characters, in each language
	linkMax    = 200
)

// Notice is one page of the notice centre.
type Notice struct {
	ID      int64      `json:"id"`
	Type    string     `json:"type"`  // the tab
	State   int        `json:"state"` // AutoShows or Suppressed
	Title   store.Text `json:"title"`
	Text    store.Text `json:"text"` // a line break begins a paragraph
	Link    string     `json:"link"` // a path of this site; "" for none
	FromMS  int64      `json:"fromMs"`
	UntilMS int64      `json:"untilMs"` // 0: until it is ended
}

// draft is a notice as an operator writes it: link, from and until may be left out.
type draft struct {
	Type  string     `json:"type"`
	State int        `json:"state"`
	Title store.Text `json:"title"`
	Text  store.Text `json:"text"`
	Link  string     `json:"link"`
	From  time.Time  `json:"from"`
	Until time.Time  `json:"until"`
}

func (d draft) notice() Notice {
	return Notice{Type: d.Type, State: d.State, Title: d.Title, Text: d.Text, Link: d.Link, FromMS: msOf(d.From),
		UntilMS: msOf(d.Until)}
}

func msOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Shown reports whether players see it at a time.
func (n Notice) Shown(now time.Time) bool {
	ms := now.UnixMilli()
	return n.FromMS <= ms && (n.UntilMS == 0 || ms < n.UntilMS)
}

func (n Notice) over(now time.Time) bool { return n.UntilMS != 0 && n.UntilMS <= now.UnixMilli() }

// Check reports what is not allowed in a notice that somebody writes.
func (n Notice) Check() error { return n.check(store.Text.Whole) }

// check holds the texts of a notice to a method of store.Text: one that is stored is readable, a new one is whole.
func (n Notice) check(text func(store.Text, int) error) error {
	switch {
	case !slices.Contains(Tabs[:], n.Type):
		return fmt.Errorf("type is one of %s", strings.Join(Tabs[:], ", "))
	case n.State != AutoShows && n.State != Suppressed:
		return errors.New("state is 1 (shows itself) or 2 (does not)")
	case n.UntilMS != 0 && n.UntilMS <= n.FromMS:
		return errors.New("a notice ends after it began")
	case len(n.Link) > linkMax || n.Link != "" && (!strings.HasPrefix(n.Link, "/") || strings.HasPrefix(n.Link, "//") ||
		strings.Contains(n.Link, `\`)):
		return errors.New("a link is a path of this site")
	}
	if err := text(n.Title, TitleMax); err != nil {
		return fmt.Errorf("title: %w", err)
	}
	if err := text(n.Text, TextMax); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	return nil
}

// Centre is all notices that are kept.
type Centre struct {
	LastID  int64    `json:"lastId"`
	Notices []Notice `json:"notices"`
}

// Check reports what is not allowed in a notice centre.
func (b Centre) Check() error {
	if len(b.Notices) > NoticesMax {
		return fmt.Errorf("more than %d notices", NoticesMax)
	}
	ids, begins := map[int64]bool{}, map[int64]bool{}
	for _, n := range b.Notices {
		if err := n.check(store.Text.Readable); err != nil {
			return fmt.Errorf("notice %d: %w", n.ID, err)
		}
		if n.ID < 1 || n.ID > b.LastID || ids[n.ID] || begins[n.FromMS] {
			return fmt.Errorf("notice %d: each has an id of its own, at most lastId, and a beginning of its own", n.ID)
		}
		ids[n.ID], begins[n.FromMS] = true, true
	}
	return nil
}

// whole refuses notices that somebody writes and that are not in every language.
func (b Centre) whole() error {
	for _, n := range b.Notices {
		if err := n.Check(); err != nil {
			return fmt.Errorf("notice %d: %w", n.ID, err)
		}
	}
	return nil
}

// Add puts up a notice under an id of its own and returns it. It begins now unless it says a later time, and never at
// the millisecond of another, because the time is its version.
func (b *Centre) Add(now time.Time, n Notice) (Notice, error) {
	n.FromMS = max(n.FromMS, now.UnixMilli())
	for slices.ContainsFunc(b.Notices, func(other Notice) bool { return other.FromMS == n.FromMS }) {
		n.FromMS++
	}
	if err := n.Check(); err != nil {
		return n, err
	}
	if len(b.Notices) >= NoticesMax {
		b.Notices = slices.DeleteFunc(b.Notices, func(other Notice) bool { return other.over(now) })
	}
	if len(b.Notices) >= NoticesMax {
		return n, fmt.Errorf("there are %d notices already: end one first", NoticesMax)
	}
	b.LastID++
	n.ID = b.LastID
	b.Notices = append(b.Notices, n)
	return n, nil
}

// End takes a notice down.
func (b *Centre) End(now time.Time, id int64) error {
	i := slices.IndexFunc(b.Notices, func(n Notice) bool { return n.ID == id })
	if i < 0 || b.Notices[i].over(now) {
		return fmt.Errorf("there is no notice %d", id)
	}
	if n := &b.Notices[i]; n.FromMS < now.UnixMilli() {
		n.UntilMS = now.UnixMilli()
	} else {
		b.Notices = slices.Delete(b.Notices, i, i+1) // it has not begun
	}
	return nil
}

// tell says of each notice what it is at a time.
func (b Centre) tell(now time.Time) string {
	lines := make([]string, len(b.Notices))
	for i, n := range b.Notices {
		when := "from " + written(n.FromMS)
		switch {
		case n.over(now):
			when = "ended " + written(n.UntilMS)
		case n.Shown(now) && n.UntilMS == 0:
			when = "shown"
		case n.Shown(now):
			when = "shown until " + written(n.UntilMS)
		}
		lines[i] = fmt.Sprintf("%d\t%s\tstate %d\t%s\t%s", n.ID, n.Type, n.State, when, n.Title.En)
	}
	return strings.Join(lines, "\n")
}

func written(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

// Shown lists what players see at a time, the newest first.
func (b Centre) Shown(now time.Time) []Notice {
	var shown []Notice
	for _, n := range b.Notices {
		if n.Shown(now) {
			shown = append(shown, n)
		}
	}
	slices.SortFunc(shown, func(x, y Notice) int { return cmp.Compare(y.FromMS, x.FromMS) })
	return shown
}

// Version grows with every notice that begins: the time of the newest that players see, in ms; 0 when they see none.
func (b Centre) Version(now time.Time) int64 {
	if shown := b.Shown(now); len(shown) > 0 {
		return shown[0].FromMS
	}
	return 0
}
