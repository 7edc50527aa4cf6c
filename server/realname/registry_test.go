package realname

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheSandboxConfirmsEverybodyButTwoNames(t *testing.T) {
	for name, want := range map[string]error{"王小明": nil, SandboxNobody: ErrMismatch, SandboxSilent: ErrRegistry} {
		if err := (Sandbox{}).Check(t.Context(), Person{name, "11010519491231002X"}); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever is not a plain yes confirms no name, and a broken provider is not a person's fault.
func TestAProviderConfirmsByAPlainYesAlone(t *testing.T) {
	who := Person{"王小明", "11010519491231002X"}
	for _, c := range []struct {
		status int
		answer string
		want   error
	}{
		{200, `{"match":true}`, nil},
		{200, `{"match":false}`, ErrMismatch},
		{200, `{}`, ErrRegistry},
		{200, `{"match":"true"}`, ErrRegistry},
		{200, `yes`, ErrRegistry},
		{404, `{"match":true}`, ErrRegistry},
		{500, `{"match":false}`, ErrRegistry},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var asked map[string]string
			if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.Method != http.MethodPost ||
				asked["name"] != who.Name || asked["card"] != who.Card || len(asked) != 2 ||
				r.Header.Get("Authorization") != "Bearer s3cret" {
				t.Errorf("%s %v %v", r.Method, asked, err)
			}
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.answer))
		}))
		err := HTTP{URL: server.URL, Secret: "s3cret", Client: server.Client()}.Check(t.Context(), who)
		server.Close()
		if !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%d %s: %v", c.status, c.answer, err)
		}
	}
	err := HTTP{URL: "http://127.0.0.1:1/", Client: http.DefaultClient}.Check(t.Context(), who)
	if !errors.Is(err, ErrRegistry) || strings.Contains(err.Error(), who.Card) ||
		strings.Contains(err.Error(), who.Name) {
		t.Errorf("a provider that is not there: %v", err)
	}
}
