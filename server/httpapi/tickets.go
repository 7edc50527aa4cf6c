package httpapi

import (
	"context"
	"net/http"

	"jadebox/protocol"
)

func (a *API) tickets() {
	add(a, route{name: "ws.ticket", method: http.MethodPost, path: "/api/ws/ticket", access: needsPlayer,
		summary: "A ticket that opens one socket in place of the token: ?ticket=…"}, a.ticket)
}

// socketTicket is good once and for LifeMS.
type socketTicket struct {
	Ticket string `json:"ticket"`
	LifeMS int    `json:"lifeMs"`
}

func (a *API) ticket(_ context.Context, c *Caller, _ none) (socketTicket, error) {
	return socketTicket{Ticket: a.Ticket(c.Session), LifeMS: protocol.TicketMS}, nil
}
