package sms

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

var hello = Message{Phone: "13800138000", Text: "code 123456", At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}

func TestTheLogTellsNeitherPhoneNorCode(t *testing.T) {
	var lines bytes.Buffer
	if err := (Log{zerolog.New(&lines)}).Send(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	if got := lines.String(); !strings.Contains(got, "138******00") || strings.Contains(got, hello.Phone) ||
		strings.Contains(got, "123456") {
		t.Error(got)
	}
	if Masked("123") != "***" {
		t.Error("a short text is shown")
	}
}

func TestTheFileGrowsByALineEach(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sms")
	f := &File{Path: path}
	for range 2 {
		if err := f.Send(t.Context(), hello); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	var got Message
	if err != nil || len(lines) != 2 || json.Unmarshal([]byte(lines[1]), &got) != nil || got != hello {
		t.Errorf("%q, %v", raw, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestTheGatewayIsAskedOnce(t *testing.T) {
	status := http.StatusAccepted
	var body []byte
	var bearer string
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		bearer = r.Header.Get("Authorization")
		w.WriteHeader(status)
	}))
	defer gateway.Close()
	h := HTTP{URL: gateway.URL, Secret: "s3cret", Client: gateway.Client()}
	if err := h.Send(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	var got Message
	if json.Unmarshal(body, &got) != nil || got != hello || bearer != "Bearer s3cret" {
		t.Errorf("%s with %q", body, bearer)
	}
	for _, status = range []int{http.StatusFound, http.StatusForbidden, http.StatusInternalServerError} {
		err := h.Send(t.Context(), hello)
		if err == nil || strings.Contains(err.Error(), hello.Phone) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestTheOutboxKeepsTheNewest(t *testing.T) {
	var o Outbox
	for i := range outboxMax + 5 {
		m := hello
		m.Text = strconv.Itoa(i)
		if err := o.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	list := o.To(hello.Phone)
	if len(list) != outboxMax || list[0].Text != strconv.Itoa(outboxMax+4) || list[outboxMax-1].Text != "5" {
		t.Errorf("%d messages, first %q", len(list), list[0].Text)
	}
	if len(o.To("13900139000")) != 0 {
		t.Error("messages of another phone")
	}
}
