package httpapi

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/rs/zerolog"

	"jadebox/protocol"
	"jadebox/store"
)

// note is what a request's log line has beyond the request itself. Neither tokens nor bodies nor query texts get
// here.
type note struct {
	id     string
	player store.PlayerID
	code   protocol.Code
	cause  error // of an internal error
}

type noteKey struct{}

func noteFrom(ctx context.Context) *note {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		return n
	}
	return &note{}
}

func noteOf(r *http.Request) *note { return noteFrom(r.Context()) }

// Outermost gives every request an id and a log line, and turns a panic into an answer.
func (a *API) Outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := &note{id: requestID()}
		measured := func(string, int) {}
		if a.Traced != nil {
			key := r.Header.Get("Idempotency-Key")
			if !validKey(key) {
				key = ""
			}
			r, measured = a.Traced(r, key)
		}
		r = r.WithContext(context.WithValue(r.Context(), noteKey{}, n))
		w.Header().Set("X-Request-Id", n.id)
		seen := &sent{ResponseWriter: w}
		start := time.Now()
		// Begun before the next one so that it also ends what aborts, which panics again there.
		defer func() { measured(label(r), cmp.Or(seen.status, http.StatusOK)) }()
		defer func() {
			if reason := recover(); reason != nil {
				if reason == http.ErrAbortHandler {
					panic(reason)
				}
				a.Logger.Error().Str("request", n.id).Str("panic", fmt.Sprint(reason)).Bytes("stack",
					debug.Stack()).Msg("request failed")
				if !seen.begun {
					a.refuse(seen, r, protocol.CodeInternal, 0)
				}
			}
			a.log(r, n, seen, time.Since(start))
		}()
		next.ServeHTTP(seen, r)
	})
}

func (a *API) log(r *http.Request, n *note, seen *sent, took time.Duration) {
	level := zerolog.DebugLevel
	switch {
	case n.cause != nil:
		level = zerolog.ErrorLevel
	case seen.status >= 400:
		level = zerolog.InfoLevel
	}
	if line := a.Logger.WithLevel(level); line.Enabled() {
		line.Err(n.cause).Str("request", n.id).Str("method", r.Method).Str("path", r.URL.Path).Int("status",
			seen.status).
			Int32("code", int32(n.code)).Int64("player", int64(n.player)).Stringer("address", a.address(r)).
			Int64("bytes", seen.bytes).Dur("took", took).Msg("request")
	}
	requests.WithLabelValues(label(r), seen.class()).Observe(took.Seconds())
}

// label is the pattern of a route, never a path: a metric must not grow with ids.
func label(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

func requestID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// sent records what was sent.
type sent struct {
	http.ResponseWriter
	status int
	bytes  int64
	begun  bool
}

func (a *sent) WriteHeader(status int) {
	if !a.begun {
		a.status, a.begun = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *sent) Write(b []byte) (int, error) {
	if !a.begun {
		a.status, a.begun = http.StatusOK, true
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController flush and hijack.
func (a *sent) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *sent) class() string {
	if a.status == 0 {
		return "2xx"
	}
	return string('0'+byte(a.status/100)) + "xx"
}
