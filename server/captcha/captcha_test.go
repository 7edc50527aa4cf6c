package captcha

import (
	"bytes"
	"crypto/rand"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	altcha "github.com/altcha-org/altcha-lib-go"

	"jadebox/store/memory"
)

type world struct {
	*testing.T
	*Work
	at time.Time
}

func (w *world) settings() Settings {
	return Settings{Key: [32]byte{1}, Nonces: memory.New(memory.Options{Clock: time.Now}),
		Now: func() time.Time { return w.at }, Random: rand.Reader}
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	c, err := NewWork(w.settings(), 100)
	if err != nil {
		t.Fatal(err)
	}
	w.Work = c
	return w
}

var mine = For{Purpose: "bind", Network: "192.0.2.1"}

func easy() (int, error) { return 0, nil }

// ask returns a challenge, the answer, and the place that only the server knows.
func (w *world) ask() (string, int64, int) {
	w.Helper()
	c, err := w.Ask(mine, easy)
	if err != nil {
		w.Fatal(err)
	}
	var q question
	if len(c.ID) > sealedMax || !w.open("challenge", c.ID, &q) {
		w.Fatalf("a challenge of %d letters that does not open", len(c.ID))
	}
	w.at = w.at.Add(3 * time.Second)
	return c.ID, w.solve(c.Task), q.X
}

func (w *world) solve(task *Task) int64 {
	w.Helper()
	solved, err := altcha.SolveChallenge(task.Challenge, task.Salt, altcha.SHA256, int(task.Most), 0, nil)
	if err != nil || solved == nil {
		w.Fatalf("%+v: %v", task, err)
	}
	return int64(solved.Number)
}

// pass returns a ticket.
func (w *world) pass() (ticket, randStr string) {
	w.Helper()
	id, number, x := w.ask()
	ticket, randStr, err := w.Answer(w.Context(), mine, id, Answer{Track: hand(x), Number: number})
	if err != nil {
		w.Fatal(err)
	}
	return ticket, randStr
}

// hand moves a piece to x as people do: faster in the middle.
func hand(x int) Track {
	t := Track{}
	for i, part := range []int{0, 3, 12, 35, 62, 84, 95, 99, 100} {
		t.Points = append(t.Points, Point{x * part / 100, int64(i*60 + i%3)})
	}
	return t
}

func TestWhoComputesGetsATicketThatIsGoodOnce(t *testing.T) {
	w := newWorld(t)
	ticket, randStr := w.pass()
	id, _, _ := w.ask()
	for _, bad := range [][2]string{{ticket, "x"}, {ticket + "A", randStr}, {id, randStr}, {"", ""},
		{strings.Repeat("A", 4096), randStr}} {
		if err := w.Redeem(t.Context(), mine, bad[0], bad[1]); !errors.Is(err, ErrUsed) {
			t.Errorf("%.20q, %q: %v", bad[0], bad[1], err)
		}
	}
	var good atomic.Int64
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if w.Redeem(t.Context(), mine, ticket, randStr) == nil {
				good.Add(1)
			}
		})
	}
	all.Wait()
	if good.Load() != 1 {
		t.Errorf("redeemed %d times", good.Load())
	}
}

func TestATicketEnds(t *testing.T) {
	w := newWorld(t)
	ticket, randStr := w.pass()
	w.at = w.at.Add(ticketLife)
	if err := w.Redeem(t.Context(), mine, ticket, randStr); !errors.Is(err, ErrUsed) {
		t.Errorf("after its time: %v", err)
	}
}

func TestATicketIsForOnePurposeAndNetwork(t *testing.T) {
	w := newWorld(t)
	ticket, randStr := w.pass()
	for _, other := range []For{{}, {Purpose: "reset", Network: mine.Network}, {Purpose: mine.Purpose,
		Network: "192.0.2.2"}, {Purpose: mine.Purpose + "\x00" + mine.Network}} {
		if err := w.Redeem(t.Context(), other, ticket, randStr); !errors.Is(err, ErrUsed) {
			t.Errorf("for %+v: %v", other, err)
		}
		id, number, x := w.ask()
		if _, _, err := w.Answer(t.Context(), other, id, Answer{Track: hand(x), Number: number}); !errors.Is(err,
			ErrUsed) {
			t.Errorf("an answer for %+v: %v", other, err)
		}
	}
	if err := w.Redeem(t.Context(), mine, ticket, randStr); err != nil {
		t.Errorf("refusals used it up: %v", err)
	}
}

func TestAChallengeIsAnsweredOnce(t *testing.T) {
	w := newWorld(t)
	answer := func(id string, number int64, x int) error {
		_, _, err := w.Answer(t.Context(), mine, id, Answer{Track: hand(x), Number: number})
		return err
	}
	id, number, x := w.ask()
	if err := answer(id, number, x+40); !errors.Is(err, ErrWrong) {
		t.Errorf("the wrong place: %v", err)
	}
	if err := answer(id, number, x); !errors.Is(err, ErrUsed) {
		t.Errorf("a second guess: %v", err)
	}
	id, number, x = w.ask()
	if err := answer(id, number+1, x); !errors.Is(err, ErrWrong) {
		t.Errorf("the right place without the work: %v", err)
	}
	id, number, x = w.ask()
	w.at = w.at.Add(challengeLife)
	if err := answer(id, number, x); !errors.Is(err, ErrUsed) {
		t.Errorf("too late: %v", err)
	}
}

func TestEachLevelCostsMore(t *testing.T) {
	w := newWorld(t)
	before := int64(0)
	for level := range workLevel + 1 {
		c, err := w.Ask(mine, func() (int, error) { return level, nil })
		if err != nil || c.Task.Most != w.Most(level) || c.Task.Most < workStep*before || c.Task.Most <= before {
			t.Errorf("level %d: %d after %d, %v", level, c.Task.Most, before, err)
		}
		w.solve(c.Task)
		before = c.Task.Most
	}
	if w.Most(99) != before || w.Most(-1) != w.Most(0) {
		t.Error("levels have no end")
	}
}

func TestTracksOfMachinesAreRefused(t *testing.T) {
	even, quick, back, few := Track{}, hand(150), hand(150), hand(150)
	for i := range 11 {
		even.Points = append(even.Points, Point{i * 15, int64(i * 40)})
	}
	for i := range quick.Points {
		quick.Points[i].MS /= 10
	}
	back.Points[4].MS = 0
	few.Points = append(few.Points[:2], few.Points[8:]...)
	keys := Track{Keys: true, Points: []Point{{0, 0}, {75, 400}, {150, 900}}}
	evenKeys := even
	evenKeys.Keys = true
	evenKeys.Points = append([]Point{}, even.Points...)
	evenKeys.Points[10].MS = 600
	for _, tt := range []struct {
		name  string
		track Track
		since time.Duration
		want  bool
	}{
		{"hand", hand(150), time.Second, true},
		{"a little beside", hand(153), time.Second, true},
		{"beside", hand(156), time.Second, false},
		{"nothing", Track{}, time.Second, false},
		{"all steps alike", even, time.Second, false},
		{"too quick", quick, time.Second, false},
		{"back in time", back, time.Second, false},
		{"too few points", few, time.Second, false},
		{"longer than the question is old", hand(150), 100 * time.Millisecond, false},
		{"keys", keys, time.Second, true},
		{"keys in even steps", evenKeys, time.Second, true},
		{"keys at once", Track{Keys: true, Points: []Point{{0, 0}, {150, 10}}}, time.Second, false},
	} {
		if got := tt.track.human(150, tt.since); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestPicturesHideThePieceElsewhereEachTime(t *testing.T) {
	w := newWorld(t)
	seen := map[int]bool{}
	for range 40 {
		c, err := w.Ask(mine, easy)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := jpeg.Decode(bytes.NewReader(c.Picture.Image))
		if err != nil || whole.Bounds().Dx() != Width || whole.Bounds().Dy() != Height {
			t.Fatalf("%v, %v", whole, err)
		}
		piece, err := png.Decode(bytes.NewReader(c.Picture.Piece))
		y, side := c.Picture.Y, c.Picture.Side
		if err != nil || piece.Bounds().Dx() != side || y < 0 || y+side > Height {
			t.Fatalf("piece at %d: %v", y, err)
		}
		if n := shades(whole); n < 200 {
			t.Errorf("a picture of %d shades: nobody sees where the piece belongs", n)
		}
		if n := shades(piece); n < 4 { // the art has calm places; the rim shows there, too
			t.Errorf("a piece of %d shades", n)
		}
		var q question
		if !w.open("challenge", c.ID, &q) || q.X < PieceSize || q.X+PieceSize > Width {
			t.Errorf("gap at %d", q.X)
		}
		seen[q.X] = true
	}
	if len(seen) < 20 {
		t.Errorf("only %d places", len(seen))
	}
}

// shades counts the colours of an image, roughly.
func shades(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 11, g >> 11, bl >> 11}] = true
		}
	}
	return len(seen)
}
