package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"jadebox/protocol"
)

// Refusal is an answer with a number of the catalogue.
type Refusal struct {
	Code    protocol.Code
	Message string
	Status  int // HTTP
}

func (r *Refusal) Error() string { return fmt.Sprintf("refused %d: %s", r.Code, r.Message) }

// ErrMalformed is an answer outside the protocol: no envelope, or data of another shape. It is always a bug.
var ErrMalformed = errors.New("client: malformed answer")

// CodeOf is the number of a refusal, 0 for any other error.
func CodeOf(err error) protocol.Code {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code
	}
	return 0
}

// Retryable reports whether the same request with the same key may succeed later.
func Retryable(err error) bool {
	if errors.Is(err, ErrLost) {
		return true
	}
	r, ok := errors.AsType[*Refusal](err)
	return ok && (r.Code.Retryable() || !r.Code.Known() && r.Status >= http.StatusInternalServerError)
}

type envelope struct {
	Code    int32           `json:"code"`
	Data    json.RawMessage `json:"data"`
	ErrCode int32           `json:"errCode"`
	ErrMsg  string          `json:"errMsg"`
}

// Call is one request that changes value, as it can be written down and sent again.
type Call struct {
	Path string          `json:"path"`
	Key  string          `json:"key"` // Idempotency-Key; "" for the calls that take none
	Body json.RawMessage `json:"body"`
}

// NewCall encodes the body.
func NewCall(path, key string, body any) Call {
	b, err := json.Marshal(body)
	if err != nil {
		panic("client: body of " + path + ": " + err.Error()) // bodies are structs of this program
	}
	return Call{Path: path, Key: key, Body: b}
}

// Post sends a call and returns the envelope's data.
func (c *Conn) Post(ctx context.Context, call Call) (json.RawMessage, error) {
	status, reply, err := c.Do(ctx, http.MethodPost, call.Path, call.Key, call.Body)
	if err != nil {
		return nil, err
	}
	return open(status, reply)
}

// Get decodes the envelope's data into out.
func (c *Conn) Get(ctx context.Context, path string, out any) error {
	status, reply, err := c.Do(ctx, http.MethodGet, path, "", nil)
	if err != nil {
		return err
	}
	data, err := open(status, reply)
	if err != nil {
		return err
	}
	return Decode(data, out)
}

func open(status int, reply []byte) (json.RawMessage, error) {
	var e envelope
	if err := json.Unmarshal(reply, &e); err != nil {
		return nil, fmt.Errorf("%w: status %d: %w: %.120q", ErrMalformed, status, err, reply)
	}
	if e.Code != int32(protocol.OK) {
		return nil, &Refusal{Code: protocol.Code(e.ErrCode), Message: e.ErrMsg, Status: status}
	}
	return e.Data, nil
}

// Decode reads data of an envelope. Unknown fields are no error: a server may say more than a bot reads.
func Decode(data json.RawMessage, out any) error {
	if err := json.Unmarshal(data, out); err != nil {
		return fmt.Errorf("%w: %w: %.120q", ErrMalformed, err, data)
	}
	return nil
}
