package httpapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// recordedAnswer is a line of answers.jsonl, which tools/openapi holds to the document.
type recordedAnswer struct {
	Operation string `json:"operation"` // GET /api/box/{id}; "" for what no route has taken
	Test      string `json:"test"`
	Status    int    `json:"status"`
	Type      string `json:"type"` // media type without parameters
	Body      string `json:"body"`
}

// answersFolder is where the answers of every test are recorded; "" records nothing.
var answersFolder = os.Getenv("JADEBOX_ANSWERS")

// answers is opened by the first test that asks.
var answers = sync.OnceValues(func() (*os.File, error) {
	if err := os.MkdirAll(answersFolder, 0o755); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(answersFolder, "answers.jsonl"))
})

var answersLock sync.Mutex

// recorded writes down what next answers, when this run is asked to.
func (w *world) recorded(next http.Handler) http.Handler {
	if answersFolder == "" {
		return next
	}
	file, err := answers()
	if err != nil {
		w.Fatal(err)
	}
	routes := http.NewServeMux()
	for _, pattern := range w.api.Patterns() {
		routes.Handle(pattern, http.NotFoundHandler())
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		_, operation := routes.Handler(r)
		kept := httptest.NewRecorder()
		next.ServeHTTP(kept, r)
		for name, values := range kept.Header() {
			rw.Header()[name] = values
		}
		body := kept.Body.Bytes()
		rw.WriteHeader(kept.Code)
		_, _ = rw.Write(body)
		if method, _, ok := strings.Cut(operation, " "); !ok || method != r.Method ||
			kept.Code == http.StatusNotModified {
			return // HEAD has no body, and neither has what the client knows already
		}
		line, err := json.Marshal(recordedAnswer{operation, w.Name(), kept.Code, mediaType(kept.Header()),
			string(unpacked(w.T, kept.Header(), body))})
		if err != nil {
			w.Error(err)
			return
		}
		answersLock.Lock()
		defer answersLock.Unlock()
		if _, err := file.Write(append(line, '\n')); err != nil {
			w.Error(err)
		}
	})
}

func mediaType(h http.Header) string {
	name, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return name
}

func unpacked(t *testing.T, h http.Header, body []byte) []byte {
	if h.Get("Content-Encoding") != "gzip" {
		return body
	}
	packed, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return nil
	}
	plain, err := io.ReadAll(packed)
	if err != nil {
		t.Error(err)
	}
	return plain
}
