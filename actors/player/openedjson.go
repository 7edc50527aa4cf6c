package player

import (
	"encoding/json"
	"strconv"
)

// AppendJSON appends the stored form of an opening, byte for byte what encoding/json makes of it, in a third of the
// time: an opening writes one, and nothing else that an actor does took longer but the draw.
func (o *Opened) AppendJSON(b []byte) []byte {
	b = number(append(b, `{"box":`...), int64(o.Box))
	b = number(append(b, `,"version":`...), int64(o.Version))
	b = number(append(b, `,"priceCents":`...), o.PriceCents)
	if o.OffPercent != 0 {
		b = number(append(b, `,"offPercent":`...), o.OffPercent)
	}
	if o.Tokens != 0 {
		b = number(append(b, `,"tokens":`...), o.Tokens)
	}
	if o.Season != "" {
		b = text(append(b, `,"season":`...), o.Season)
	}
	b = number(append(b, `,"epoch":`...), int64(o.Epoch))
	b = text(append(b, `,"oddsHash":`...), o.OddsHash)
	b = text(append(b, `,"ctx":`...), o.Ctx)
	b = text(append(b, `,"beacon":{"source":`...), o.Beacon.Source)
	b = strconv.AppendUint(append(b, `,"round":`...), o.Beacon.Round, 10)
	b = text(append(b, `,"value":`...), o.Beacon.Value)
	b = text(append(b, `,"proof":{"link":`...), o.Beacon.Proof.Link)
	b = strconv.AppendUint(append(b, `,"anchorRound":`...), o.Beacon.Proof.AnchorRound, 10)
	b = text(append(b, `,"anchor":`...), o.Beacon.Proof.Anchor)
	b = text(append(b, `,"signature":`...), o.Beacon.Proof.Signature)
	b = number(append(b, `}},"atMs":`...), o.AtMS)
	b = append(b, `,"results":`...)
	if o.Results == nil {
		return append(b, "null}"...)
	}
	b = append(b, '[')
	for i := range o.Results {
		if i > 0 {
			b = append(b, ',')
		}
		b = o.Results[i].appendJSON(b)
	}
	return append(b, "]}"...)
}

func (r *Result) appendJSON(b []byte) []byte {
	b = number(append(b, `{"def":`...), int64(r.Def))
	b = number(append(b, `,"valueCents":`...), r.ValueCents)
	b = strconv.AppendUint(append(b, `,"n":`...), r.N, 10)
	b = number(append(b, `,"v":`...), int64(r.V))
	b = text(append(b, `,"userSeed":`...), r.UserSeed)
	b = text(append(b, `,"serverSeed":`...), r.ServerSeed)
	b = text(append(b, `,"serverHash":`...), r.ServerHash)
	b = text(append(b, `,"resultHash":`...), r.ResultHash)
	b = number(append(b, `,"lo":`...), int64(r.Lo))
	b = number(append(b, `,"hi":`...), int64(r.Hi))
	return append(b, '}')
}

func number(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// text appends s as JSON. Nearly all are hex.
func text(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(s) // of a string never fails
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
