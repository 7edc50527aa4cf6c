// Package answer is the form of every answer of the site over HTTP, also of a handshake that opens no socket
// (product-spec §7). Deliberately absent: status and heads, which each server writes.
package answer

import (
	"time"

	"jadebox/protocol"
)

// Envelope is an answer: code 200 with data, or code = errCode with a text for people.
type Envelope struct {
	Code    protocol.Code `json:"code"`
	Msg     string        `json:"msg"`
	Data    any           `json:"data"`
	ErrCode protocol.Code `json:"errCode"` // 0 on success
	ErrMsg  string        `json:"errMsg"`
	SysTime int64         `json:"sysTime"` // ms
}

// Success is the answer of what was done.
func Success(data any, at time.Time) Envelope {
	return Envelope{Code: protocol.OK, Msg: "success", Data: data, SysTime: at.UnixMilli()}
}

// Refusal is the answer of a numbered error, in the words of a language. data says what the number alone does not; nil
// where there is nothing to say.
func Refusal(code protocol.Code, l protocol.Language, data any, at time.Time) Envelope {
	text := code.Text(l)
	return Envelope{Code: code, Msg: text, Data: data, ErrCode: code, ErrMsg: text, SysTime: at.UnixMilli()}
}
