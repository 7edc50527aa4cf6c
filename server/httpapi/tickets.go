package httpapi

import (
	"context"
	"net/http"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func (a *API) tickets() {
	call.Add(a, call.Route{Name: "ws.ticket", Method: http.MethodPost, Path: "/api/ws/ticket", Access: call.NeedsPlayer,
		Summary: "A ticket that opens one socket in place of the token: ?ticket=…"}, a.ticket)
}

// socketTicket is good once and for LifeMS.
type socketTicket struct {
	Ticket string `json:"ticket"`
	LifeMS int    `json:"lifeMs"`
}

func (a *API) ticket(_ context.Context, c *call.Caller, _ call.None) (socketTicket, error) {
	return socketTicket{Ticket: a.Ticket(c.Session), LifeMS: protocol.TicketMS}, nil
}
