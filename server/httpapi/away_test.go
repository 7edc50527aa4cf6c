package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// awayStore answers no question of those below while it is away.
type awayStore struct {
	call.Store
	away, sessionsToo bool
}

func (s *awayStore) Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	if s.away {
		return nil, 0, store.ErrAway
	}
	return s.Store.Ops(ctx, q)
}

func (s *awayStore) PlayerByName(ctx context.Context, name string) (store.Player, error) {
	if s.away {
		return store.Player{}, store.ErrAway
	}
	return s.Store.PlayerByName(ctx, name)
}

func (s *awayStore) PublicProfiles(ctx context.Context, ids []store.PlayerID) ([]store.PublicProfile, error) {
	if s.away {
		return nil, store.ErrAway
	}
	return s.Store.PublicProfiles(ctx, ids)
}

func (s *awayStore) SessionByHash(ctx context.Context, hash [32]byte) (store.Session, error) {
	if s.away && s.sessionsToo {
		return store.Session{}, store.ErrAway
	}
	return s.Store.SessionByHash(ctx, hash)
}

// One call of each access, over a store that is away: what it answers is in the document.
func TestAStoreThatIsAwayIsBusyAndTheDocumentSaysSo(t *testing.T) {
	rows := &awayStore{}
	inWorld(t, options{watch: func(s call.Store) call.Store { rows.Store = s; return rows }}, func(w *world) {
		c := w.newPlayer("alice01")
		var spec apiNumbers
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		login := map[string]any{"phone": "alice01", "password": pass}
		rows.away = true
		for _, x := range []struct {
			operation string
			sessions  bool
			ask       func() reply
		}{
			{"GET /api/upgrade/user/{id}", false, func() reply { return w.visitor().get("/api/upgrade/user/1") }},
			{"POST /api/user/login", false, func() reply { return w.visitor().post("/api/user/login", login) }},
			{"GET /api/box/history", false, func() reply { return c.get("/api/box/history") }},
			{"GET /api/box/history", true, func() reply { return c.get("/api/box/history") }},
			{"GET /api/box/{id}/price", true, func() reply { return c.get("/api/box/1/price") }},
			{"POST /api/box/{id}/open", true, func() reply {
				return c.keyed("/api/box/1/open", "away", map[string]any{"count": 1, "priceCents": 1})
			}},
		} {
			rows.sessionsToo = x.sessions
			time.Sleep(time.Hour) // what is kept of a session is forgotten
			if a := x.ask(); a.status != http.StatusServiceUnavailable || a.ErrCode != protocol.CodeBusy {
				t.Errorf("%s: %d %s", x.operation, a.status, a.raw)
			}
			if !slices.Contains(spec.of(x.operation, "503"), protocol.CodeBusy) {
				t.Errorf("%s: the document tells of %v", x.operation, spec.of(x.operation, "503"))
			}
		}
	})
}

// Whatever refuses at all asks the store, or may: the number of one that is away is told by every such operation.
func TestEveryOperationThatRefusesTellsThatTheStoreMayBeAway(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec apiNumbers
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		held := 0
		for path, methods := range spec.Paths {
			for _, method := range slices.Sorted(maps.Keys(methods)) {
				operation := strings.ToUpper(method) + " " + path
				if len(spec.of(operation, "500")) == 0 {
					continue // a probe, a picture or a page, which refuses nothing by a number
				}
				if held++; !slices.Contains(spec.of(operation, "503"), protocol.CodeBusy) {
					t.Errorf("%s does not tell %d", operation, protocol.CodeBusy)
				}
			}
		}
		if held < 150 {
			t.Errorf("%d operations refuse: the document is not read as it is written", held)
		}
	})
}

// apiNumbers is what the document tells of refusals.
type apiNumbers struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct {
			Content map[string]struct {
				Schema struct {
					Properties struct {
						ErrCode struct {
							Enum []protocol.Code `json:"enum"`
						} `json:"errCode"`
					} `json:"properties"`
					AnyOf []struct { // what comes with which of them
						Properties struct {
							ErrCode struct {
								Enum []protocol.Code `json:"enum"`
							} `json:"errCode"`
							Data json.RawMessage `json:"data"`
						} `json:"properties"`
					} `json:"anyOf"`
				} `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
}

// of lists the numbers of an operation's refusals with a status.
func (n apiNumbers) of(operation, status string) []protocol.Code {
	method, path, _ := strings.Cut(operation, " ")
	answer := n.Paths[path][strings.ToLower(method)].Responses[status]
	return answer.Content["application/json"].Schema.Properties.ErrCode.Enum
}

// A store that is waited for takes the time that a connection has to send its request in. What of it is not read by
// then is the server's delay: "malformed" would tell the client not to come again.
func TestABodyThatTheServerWasTooLateForIsNoBadRequest(t *testing.T) {
	waited, refusals := make(chan struct{}), make(chan error, 1)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-waited
		refusals <- readBody(w, r, &struct{ A int }{})
	}))
	s.Config.ReadTimeout = time.Second // for the head, too, which a slow machine must have read by then
	s.Start()
	defer s.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"+
		"Content-Length: 7\r\n\r\n{\"A\""); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * s.Config.ReadTimeout)
	close(waited)
	if err := <-refusals; apierr.Code(err) != protocol.CodeTimeout {
		t.Errorf("answered %v", err)
	}
}
