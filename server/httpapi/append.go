package httpapi

import (
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jadebox/protocol"
	"jadebox/server/answer"
)

// appender is data that writes itself, byte for byte what reflection would write: the answers of the hottest calls.
type appender interface{ appendJSON([]byte) []byte }

// appendEnvelope appends an answer as JSON.
func appendEnvelope(b []byte, e *answer.Envelope) ([]byte, error) {
	b = appendCode(append(b, `{"code":`...), e.Code)
	b = appendText(append(b, `,"msg":`...), e.Msg)
	b = append(b, `,"data":`...)
	if data, ok := e.Data.(appender); ok {
		b = data.appendJSON(b)
	} else {
		data, err := json.Marshal(e.Data)
		if err != nil {
			return nil, err
		}
		b = append(b, data...)
	}
	b = appendCode(append(b, `,"errCode":`...), e.ErrCode)
	b = appendText(append(b, `,"errMsg":`...), e.ErrMsg)
	return append(appendInt(append(b, `,"sysTime":`...), e.SysTime), '}'), nil
}

func (o opened) appendJSON(b []byte) []byte {
	b = appendInt(append(b, `{"opId":"`...), o.OpID)
	b = append(b, `","results":[`...)
	for i := range o.Results {
		if i > 0 {
			b = append(b, ',')
		}
		b = o.Results[i].appendJSON(b)
	}
	b = appendInt(append(b, `],"balanceCents":`...), o.BalanceCents)
	b = appendInt(append(b, `,"bagCount":`...), o.BagCount)
	b = appendInt(append(b, `,"next":{"epoch":`...), o.Next.Epoch)
	b = appendInt(append(b, `,"nonce":`...), o.Next.Nonce)
	b = appendText(append(b, `,"serverHash":`...), o.Next.ServerHash)
	return append(b, "}}"...)
}

func (r *Result) appendJSON(b []byte) []byte {
	b = appendText(append(b, `{"resultId":`...), r.ResultID)
	b = appendInt(append(b, `,"n":`...), r.N)
	b = appendInt(append(b, `,"v":`...), r.V)
	b = appendNumber(append(b, `,"number":`...), r.Number)
	b = appendText(append(b, `,"userSeed":`...), r.UserSeed)
	b = appendText(append(b, `,"serverHash":`...), r.ServerHash)
	b = appendText(append(b, `,"serverSeed":`...), r.ServerSeed)
	b = appendText(append(b, `,"resultHash":`...), r.ResultHash)
	b = appendNumber(append(b, `,"startSection":`...), r.StartSection)
	b = appendNumber(append(b, `,"endSection":`...), r.EndSection)
	b = appendInt(append(b, `,"itemId":"`...), r.ItemID)
	b = appendInt(append(b, `","def":`...), r.Def)
	b = appendInt(append(b, `,"valueCents":`...), r.ValueCents)
	b = appendText(append(b, `,"oddsHash":`...), r.OddsHash)
	return append(b, '}')
}

func appendCode(b []byte, c protocol.Code) []byte { return appendInt(b, c) }

func appendInt[T ~int | ~int32 | ~int64 | ~uint32 | ~uint64](b []byte, n T) []byte {
	return strconv.AppendInt(b, int64(n), 10)
}

// appendNumber writes what JavaScript writes of a fraction (product-spec §3: 0 to 1).
func appendNumber(b []byte, x float64) []byte {
	if x == 0 || x >= 1e-6 && x < 1e6 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	data, err := json.Marshal(x)
	if err != nil {
		panic("httpapi: " + err.Error())
	}
	return append(b, data...)
}

func appendText(b []byte, s string) []byte {
	b, err := jsontext.AppendQuote(b, s)
	if err != nil { // a text of the server that is no UTF-8 is a broken invariant
		panic("httpapi: " + err.Error())
	}
	return b
}

// bodies are buffers of answers that were sent.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// bodyKept is the largest buffer that is kept for another answer.
const bodyKept = 16 << 10
