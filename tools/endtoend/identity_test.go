package endtoend

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// Binding an account begins a new session and ends every other one, with its sockets, on the wire of a real server.
func TestBindingClosesTheSocketsOfEveryOldSessionWithinFiveSeconds(t *testing.T) {
	s := fresh(t)
	p, other := s.register("bindsteam1"), s.register("stayshere2")
	second := &person{server: s, Conn: &client.Conn{Target: s.target()}, name: "bindsteam1b"}
	t.Cleanup(second.Conn.Close)
	second.Token = ask[client.Session](second, "/api/user/login", map[string]string{"phone": p.name,
		"password": secret}).Token
	listeners := []*listener{p.listen(protocol.TopicPlayer), second.listen(protocol.TopicPlayer)}
	stays := other.listen(protocol.TopicPlayer)

	address := get[struct {
		URL string `json:"url"`
	}](p, "/api/user/steam/address?type=1").URL
	start := time.Now()
	bound := ask[struct {
		Token   string `json:"token"`
		SteamID string `json:"steamId"`
	}](p, "/api/user/steam/bind", steamAnswer(t, address, "76561198000000002"))
	if bound.SteamID != "76561198000000002" || bound.Token == "" || bound.Token == p.Token {
		t.Fatalf("%+v", bound)
	}
	for i, e := range listeners {
		e.until("bye", func() bool { return e.bye != nil })
		if e.bye.Code != int32(protocol.CodeTokenInvalid) || time.Since(start) > 5*time.Second {
			t.Errorf("session %d: %+v after %v", i, e.bye, time.Since(start))
		}
	}
	for _, old := range []string{p.Token, second.Token} {
		if _, err := client.Dial(t.Context(), s.target(), old); client.CodeOf(err) != protocol.CodeTokenInvalid {
			t.Errorf("a socket with an old token: %v", err)
		}
	}
	p.Token = bound.Token
	p.listen(protocol.TopicPlayer)
	stays.change(func() {
		if stays.bye != nil {
			t.Errorf("another player's socket was closed: %+v", stays.bye)
		}
	})
}

// steamAnswer is what a browser brings back that was sent to the sandbox and logs in there.
func steamAnswer(t *testing.T, address, id string) map[string]string {
	t.Helper()
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := browser.Get(address + "&as=" + id)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	back, err := url.Parse(r.Header.Get("Location"))
	if err != nil || r.StatusCode != http.StatusFound || back.Path != "/steam/return" {
		t.Fatalf("%d to %q", r.StatusCode, r.Header.Get("Location"))
	}
	body := map[string]string{"state": back.Query().Get("state")}
	for name, values := range back.Query() {
		if strings.HasPrefix(name, "openid.") {
			body[name] = values[0]
		}
	}
	return body
}
