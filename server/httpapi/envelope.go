package httpapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/answer"
	"jadebox/server/httpapi/call"
)

// invalid is the data of a refusal of one field.
type invalid struct {
	Field  string `json:"field" doc:"a parameter's name, or a place in the body (RFC 6901)"`
	Reason string `json:"reason" doc:"in English, for whoever writes a client"`
	Now    *int64 `json:"now,omitempty" doc:"630, 4906: what holds instead of what was sent, 5308: what is left to be staked, 5811: what is left to be spent, 5907: until when, in its unit"`
}

// tellsField are the refusals that may say which field they are about.
func (a *API) tellsField() []protocol.Code {
	codes := []protocol.Code{protocol.CodeBadRequest, protocol.CodePriceChanged, protocol.CodeToPlay,
		protocol.CodeGiftPlay, protocol.CodeSuspended, protocol.CodeSelfReferral, protocol.CodeInviterGone,
		protocol.CodeSeedFormat}
	for _, r := range a.RoomKinds {
		for _, code := range []protocol.Code{r.Setup, r.Price} {
			if code != 0 {
				codes = append(codes, code)
			}
		}
	}
	return codes
}

// versioned is data that changes only with its version.
type versioned interface{ etag() string }

func (a *API) succeed(w http.ResponseWriter, r *http.Request, c *call.Caller, data any) {
	if v, ok := data.(versioned); ok {
		tag := `W/"` + v.etag() + `"`
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if _, ok := data.(call.None); ok {
		data = nil
	}
	a.write(w, r, http.StatusOK, answer.Success(data, a.Now()))
}

// fail maps an error once: its number decides status and text; what is behind it goes to the log only.
func (a *API) fail(w http.ResponseWriter, r *http.Request, c *call.Caller, err error) {
	code := codeOf(err)
	note := noteOf(r)
	if code == protocol.CodeInternal {
		note.cause = err
	}
	// of a process that ended before it had ended the sessions, or of one that does not end those of here
	if (code == protocol.CodeExcluded || code == protocol.CodeSuspended) && c.Player() != 0 {
		a.endShutOut(r.Context(), c.Player())
	}
	retry := time.Duration(0)
	if l, ok := errors.AsType[call.Limited](err); ok {
		retry = l.Retry
	}
	var data any
	if i, ok := errors.AsType[call.Informative](err); ok {
		data = i.Data
	} else if f, ok := errors.AsType[*apierr.Error](err); ok && f.Field != "" {
		data = invalid{f.Field, f.Reason, f.Now}
	}
	a.refuseWith(w, r, code, retry, data)
}

// codeOf is the public number of an error.
func codeOf(err error) protocol.Code {
	if _, ok := errors.AsType[*apierr.Error](err); ok {
		return apierr.Code(err)
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) { // Canceled: the client has gone
		return protocol.CodeTimeout
	}
	return apierr.Code(apierr.FromStore(err))
}

// refuse answers with a number of the catalogue.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, code protocol.Code, retry time.Duration) {
	a.refuseWith(w, r, code, retry, nil)
}

func (a *API) refuseWith(w http.ResponseWriter, r *http.Request, code protocol.Code, retry time.Duration, data any) {
	if retry == 0 && waits(code) {
		retry = time.Second
	}
	if retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(retry.Seconds()))))
	}
	noteOf(r).code = code
	a.write(w, r, code.Status(), answer.Refusal(code, languageOf(r), data, a.Now()))
}

// waits reports whether a refusal is one of a moment: its answer says when to try again (RFC 9110, 10.2.3).
func waits(code protocol.Code) bool {
	switch code.Status() {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return code.Retryable()
	}
	return false
}

func (a *API) write(w http.ResponseWriter, r *http.Request, status int, e answer.Envelope) {
	buffer := bodies.Get().(*[]byte)
	body, err := appendEnvelope((*buffer)[:0], &e)
	if err != nil { // an answer of the server that does not encode is a broken invariant
		panic("httpapi: " + err.Error())
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
	if cap(body) <= bodyKept {
		*buffer = body
		bodies.Put(buffer)
	}
}
