package app

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"jadebox/server/config"
)

func TestALiveSiteThatRunsAsRootWarns(t *testing.T) {
	defer func(of func() int) { euid = of }(euid)
	for _, c := range []struct {
		euid int
		demo bool
		want bool
	}{{0, false, true}, {1000, false, false}, {0, true, false}} {
		euid = func() int { return c.euid }
		var log bytes.Buffer
		none := &config.Serve{Demo: c.demo, DatabaseURL: "postgres://127.0.0.1:1/none", Writers: 1}
		_, err := Start(t.Context(), none, zerolog.New(&log), nil)
		if err == nil {
			t.Fatal("started without a database")
		}
		if warned := strings.Contains(log.String(), "this runs as root"); warned != c.want {
			t.Errorf("%+v: %s", c, log.String())
		}
	}
}
