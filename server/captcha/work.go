package captcha

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"

	altcha "github.com/altcha-org/altcha-lib-go"
)

// A Task at level 0 takes half of WorkMost hashes on the average: a blink on a new machine, a second in an old phone,
// while the piece is moved. Each level costs workStep times as much as the one before.
const (
	WorkMost  = 200_000
	DemoMost  = WorkMost / 20 // a demo has nothing to keep out, and is tried on any machine
	workStep  = 5
	workLevel = 3 // the highest: tens of seconds in a browser
)

// Work has a client compute: find the number below a bound whose hash with a salt is given (ALTCHA's proof of work).
// The picture is its face, with which a person has something to do meanwhile.
type Work struct {
	tickets
	key      string // of ALTCHA's signatures
	most     int64
	pictures []image.Image
}

// Picture is what people see. The piece lies at its left edge, Y pixels from the top, and belongs somewhere on that
// line.
type Picture struct {
	Image               []byte // JPEG of Width × Height
	Piece               []byte // PNG of Side × Side
	Y                   int
	Width, Height, Side int
}

// Task is what is to be computed: the number up to Most for which SHA-256 of Salt and the number, in decimal, is
// Challenge, in hex.
type Task struct {
	Salt, Challenge string
	Most            int64
}

// NewWork makes the engine; most is WorkMost or DemoMost, or less in tests.
func NewWork(s Settings, most int64) (*Work, error) {
	t, err := newTickets(s)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, s.Key[:], nil, "jadebox captcha work", len(s.Key))
	if err != nil {
		return nil, fmt.Errorf("captcha: %w", err)
	}
	pictures, err := load()
	return &Work{t, hex.EncodeToString(key), most, pictures}, err
}

// Most is the bound of the tasks of a level.
func (w *Work) Most(level int) int64 {
	most := w.most
	for range min(max(level, 0), workLevel) {
		most *= workStep
	}
	return most
}

// Origins implements Engine.
func (*Work) Origins() []string { return nil }

type question struct {
	asked
	X         int    `json:"x"`
	Salt      string `json:"salt"`
	Challenge string `json:"hash"`
	Signature string `json:"sign"`
}

// Ask implements Engine.
func (w *Work) Ask(f For, level func() (int, error)) (Challenge, error) {
	hard, err := level()
	if err != nil {
		return Challenge{}, err
	}
	d, err := w.draw()
	if err != nil {
		return Challenge{}, err
	}
	task, err := altcha.CreateChallenge(altcha.ChallengeOptions{HMACKey: w.key, MaxNumber: w.Most(hard)})
	if err != nil {
		return Challenge{}, fmt.Errorf("captcha: %w", err)
	}
	id, err := w.close("challenge", question{asked: asked{w.now().UnixMilli(), f.sum()}, X: d.x, Salt: task.Salt,
		Challenge: task.Challenge, Signature: task.Signature})
	return Challenge{ID: id, Task: &Task{task.Salt, task.Challenge, task.MaxNumber}, Picture: &Picture{Image: d.picture,
		Piece: d.piece, Y: d.y, Width: Width, Height: Height, Side: PieceSize}}, err
}

// Answer implements Engine. The number is what a ticket costs; where the piece lies is asked as well.
func (w *Work) Answer(ctx context.Context, f For, id string, a Answer) (ticket, randStr string, err error) {
	var q question
	if !w.open("challenge", id, &q) {
		return "", "", ErrUsed
	}
	since, err := w.begin(ctx, f, id, q.asked)
	if err != nil {
		return "", "", err
	}
	solved, err := altcha.VerifySolutionSafe(altcha.Payload{Algorithm: string(altcha.SHA256), Challenge: q.Challenge,
		Number: a.Number, Salt: q.Salt, Signature: q.Signature}, w.key, false)
	if err != nil || !solved || !a.Track.human(q.X, since) {
		return "", "", ErrWrong
	}
	return w.ticket(f)
}

var _ Engine = (*Work)(nil)
