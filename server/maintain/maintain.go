// Package maintain is the time in which the site is closed for maintenance: a setting in the store that an operator
// writes and every server of the site reads. Deliberately absent: what being closed means, which is for HTTP and
// sockets to say.
package maintain

import (
	"errors"
	"fmt"
	"time"

	"jadebox/actors/settings"
)

// Setting is the window.
var Setting = &settings.Setting[Window]{Name: "maintenance",
	Says:            "when the site is closed",
	CostlessBecause: "nobody plays",
	Standard:        func() Window { return Window{} }, Check: Window.Check, Tells: Window.tell,
	// What holds is not asked: whatever it says, the site can be closed.
	Forms: map[string]settings.Form[Window]{"for": settings.FormOf(`{"for":"30m"}`,
		func(length string, _ func() (Window, error), at time.Time) (Window, error) {
			d, err := time.ParseDuration(length)
			if err != nil {
				return Window{}, err
			}
			return From(at, d)
		})}}

// Max is the longest time that the site can be closed for at once.
const Max = 7 * 24 * time.Hour

// Window is when the site is closed. The zero value is never.
type Window struct {
	SinceMS int64 `json:"sinceMs"`
	UntilMS int64 `json:"untilMs"`
}

// Covers reports whether the site is closed at a time.
func (w Window) Covers(now time.Time) bool {
	ms := now.UnixMilli()
	return w.SinceMS <= ms && ms < w.UntilMS
}

func (w Window) tell(at time.Time) string {
	until := time.UnixMilli(w.UntilMS).UTC().Format(time.RFC3339)
	switch {
	case w.Covers(at):
		return "closed until " + until
	case at.UnixMilli() < w.SinceMS:
		return "open; closed from " + time.UnixMilli(w.SinceMS).UTC().Format(time.RFC3339) + " until " + until
	}
	return "open"
}

// Left is how long the site stays closed.
func (w Window) Left(now time.Time) time.Duration {
	return time.UnixMilli(w.UntilMS).Sub(now)
}

// Check reports what is not allowed in a window. It counts in milliseconds: as a Duration, a length of centuries
// overflows, to one that is allowed.
func (w Window) Check() error {
	length := w.UntilMS - w.SinceMS // of two numbers that are not negative, which does not overflow
	switch {
	case w == (Window{}):
		return nil
	case w.SinceMS < 0 || w.UntilMS < 0:
		return errors.New("maintain: a time before 1970")
	case length < time.Second.Milliseconds() || length > Max.Milliseconds():
		return fmt.Errorf("maintain: %d ms is not between a second and %v", length, Max)
	}
	return nil
}

// From is the window of a length that begins at a time.
func From(at time.Time, length time.Duration) (Window, error) {
	if length > Max { // Check counts whole milliseconds, and would not see the rest of one
		return Window{}, fmt.Errorf("maintain: %v is more than %v", length, Max)
	}
	w := Window{at.UnixMilli(), at.Add(length).UnixMilli()}
	return w, w.Check()
}
