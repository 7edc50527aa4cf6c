package httpapi

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/picture"
)

// A path of the site in an answer, and the directive of a policy that is about pictures.
var (
	catalogued = regexp.MustCompile(`"([^"]*/art/(?:items|boxes)/[^"]*)"`)
	imgSrc     = regexp.MustCompile(`img-src ([^;]*);`)
)

func TestPicturesComeFromTheirHost(t *testing.T) {
	for name, tt := range map[string]struct {
		pictures       picture.Hosts
		prefix, policy string
	}{
		"of the site": {picture.Hosts{}, "", "'self' data: blob:"},
		"of a host": {picture.New("https://cdn.example/jade/", []string{"https://market.example"}),
			"https://cdn.example/jade",
			"'self' data: blob: https://cdn.example https://market.example"},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, options{pictures: tt.pictures}, func(w *world) {
				c := w.newPlayer("alice01")
				c.get("/api/home/web/info").want(w, protocol.OK) // starts the feed
				opened := c.open()
				time.Sleep(5 * time.Second) // the feed reads the outbox
				for path, want := range map[string]string{
					"/api/home/web/info":             "/art/items/",
					"/api/catalog/items":             "/art/items/3-t.webp",
					"/api/box/list":                  "/art/boxes/1.webp",
					"/api/box/1":                     "/art/boxes/1.webp",
					"/api/mall/items":                "/art/items/",
					"/api/personal/center/back/pack": "/art/items/",
				} {
					a := c.get(path)
					a.want(w, protocol.OK)
					found := catalogued.FindAllStringSubmatch(string(a.raw), -1)
					whole := false
					for _, m := range found {
						rest, ours := strings.CutPrefix(m[1], tt.prefix)
						if !ours || !strings.HasPrefix(rest, "/art/") {
							t.Errorf("%s: %s", path, m[1])
						}
						whole = whole || strings.HasPrefix(rest, want)
					}
					if !whole {
						t.Errorf("%s has no %s: %q", path, want, found)
					}
				}
				for _, path := range []string{"/", "/api/box/list", "/docs"} {
					policy := c.get(path).header.Get("Content-Security-Policy")
					if m := imgSrc.FindStringSubmatch(policy); m == nil || m[1] != tt.policy || tt.prefix != "" &&
						strings.Count(policy, "example") != 2 {
						t.Errorf("%s: %q", path, policy)
					}
				}

				w.card("result/" + opened.Results[0].ResultID + ".png")
				def := opened.Results[0].Def
				if _, ok := w.painted.Load("/art/items/" + itoa(int64(def)) + ".webp"); !ok {
					t.Error("a card is not painted with the site's own file")
				}
				if into[itemList](w, c.get("/api/catalog/items")).Items[0].Image != tt.prefix+"/art/items/1.webp" {
					t.Error("the first item has another picture")
				}
				if kept, _ := w.engine.ItemDefs(w.Context()); kept[0].Image != "/art/items/1.webp" {
					t.Errorf("the store has %q", kept[0].Image)
				}
			})
		})
	}
}
