// Package source opens what a tool was pointed at: a file, standard input or a
// web address. Deliberately absent: retries, credentials and redirects to
// another scheme.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// ErrStatus marks an answer that is not 200.
var ErrStatus = errors.New("unexpected status")

// IsURL reports whether name is fetched rather than opened.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

// Of is the address of what a tool asks of a site: path on it, when name is the site's own address and nothing more;
// any other name as it is.
func Of(name, path string) string {
	at, err := url.Parse(name)
	if !IsURL(name) || err != nil || at.Host == "" || strings.Trim(at.Path, "/") != "" || at.RawQuery != "" {
		return name
	}
	return at.JoinPath(path).String()
}

// Open returns the content of name: "-" is stdin. The caller closes it.
func Open(ctx context.Context, name string, stdin io.Reader) (io.ReadCloser, error) {
	switch {
	case name == "-":
		return io.NopCloser(stdin), nil
	case IsURL(name):
		return fetch(ctx, name)
	default:
		return os.Open(name)
	}
}

func fetch(ctx context.Context, address string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("address: %w", err)
	}
	req.Header.Set("Accept", "application/json, application/x-ndjson")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("%w %s from %s", ErrStatus, resp.Status, address)
	}
	return resp.Body, nil
}
