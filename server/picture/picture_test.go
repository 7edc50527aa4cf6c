package picture

import (
	"context"
	"slices"
	"testing"

	"jadebox/actors/shop/catalog"
	"jadebox/store"
)

func TestAnAddressGetsItsHostOnce(t *testing.T) {
	for _, tt := range []struct{ prefix, picture, want string }{
		{"https://cdn.example", "/art/items/1.webp", "https://cdn.example/art/items/1.webp"},
		{"https://cdn.example", "art/items/1.webp", "https://cdn.example/art/items/1.webp"},
		{"https://cdn.example/", "/art/items/1.webp", "https://cdn.example/art/items/1.webp"},
		{"https://cdn.example/jade/", "art/1.webp?v=a:b", "https://cdn.example/jade/art/1.webp?v=a:b"},
		// never twice
		{"https://cdn.example/jade", "https://cdn.example/jade/art/1.webp", "https://cdn.example/jade/art/1.webp"},
		{"https://cdn.example", "https://market.example/economy/1.png", "https://market.example/economy/1.png"},
		{"https://cdn.example", "HTTP://market.example/1.png", "HTTP://market.example/1.png"},
		{"https://cdn.example", "//partner.example/1.png", "//partner.example/1.png"},
		{"https://cdn.example", "data:image/png;base64,AA", "data:image/png;base64,AA"},
		{"https://cdn.example", "/art/a:b.webp", "https://cdn.example/art/a:b.webp"},
		{"https://cdn.example", "", ""},
		{"", "/art/items/1.webp", "/art/items/1.webp"},
		{"", "art/items/1.webp", "art/items/1.webp"},
		{"", "https://market.example/1.png", "https://market.example/1.png"},
	} {
		got := Address(tt.prefix, tt.picture)
		if got != tt.want {
			t.Errorf("%q below %q: %q, want %q", tt.picture, tt.prefix, got, tt.want)
		}
		if again := Address(tt.prefix, got); tt.prefix != "" && again != got {
			t.Errorf("%q twice below %q: %q", tt.picture, tt.prefix, again)
		}
	}
}

func TestHostsThatCannotWorkAreRefused(t *testing.T) {
	for _, good := range []string{"https://cdn.example", "https://cdn.example/",
		"https://cdn.example:8443/a-b/c_d~1.0/", "http://127.0.0.1:81", "http://localhost",
		"http://[::1]:9", "https://[2001:db8::1]/x"} {
		if err := CheckHost(good); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"", "cdn.example", "//cdn.example", "http://cdn.example", "http://127.0.0.1.example",
		"ftp://cdn.example", "https://", "https:///a",
		"https://cdn.example?x", "https://cdn.example/?", "https://cdn.example/#", "https://cdn.example#x",
		"https://user@cdn.example", "https://user:pass@cdn.example/x",
		"https://cdn.example;script-src", "https://cdn.example; script-src *", "https://cdn.example,https://b.example",
		"https://*.example", "https://*", "'self'",
		"https://cdn.example/a;b", "https://cdn.example/a,b", "https://cdn.example/a b", "https://cdn.example/a\n",
		"https://cdn.example\n", " https://cdn.example",
		"https://cdn.example//", "https://cdn.example/a//b", "https://cdn.example/../x", "https://cdn.example/.",
		"https://cdn.example/%2e%2e", `https://cdn.example\x`,
		"https://cdn.example:", "https://cdn.example:0", "https://cdn.example:70000", "https://cdn.example:port",
		"https://cdn.example."} {
		if CheckHost(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	for address, ok := range map[string]bool{"https://market.example": true, "https://market.example/": true,
		"https://market.example/economy": false, "market": false} {
		if err := CheckOrigin(address); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestPicturesComeFromAllowedOriginsOnly(t *testing.T) {
	h := New("https://cdn.example:8443/jade/", []string{"https://market.example/", "https://cdn.example:8443",
		"https://partner.example", "https://market.example"})
	if got, want := h.Origins(), []string{"https://cdn.example:8443", "https://market.example",
		"https://partner.example"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := New("", []string{"https://market.example"}).Origins(); !slices.Equal(got,
		[]string{"https://market.example"}) {
		t.Errorf("without a host: %q", got)
	}
	if len(New("", nil).Origins()) != 0 {
		t.Error("the site alone names a host")
	}
	for picture, refused := range map[string]bool{"/art/1.webp": false, "": false, "data:image/png;base64,AA": false,
		"https://cdn.example:8443/jade/art/1.webp": false,
		"https://Market.example/x":                 false, "//partner.example/x": false,
		"https://market.example.evil/x": true,
		"//other.example/x":             true, "http://market.example/x": true} {
		if h.Refuses(picture) != refused {
			t.Errorf("%q: refused %v", picture, !refused)
		}
	}
}

type stock struct{ catalog.Store }

func (stock) ItemDefs(context.Context) ([]store.ItemDef, error) {
	return []store.ItemDef{{ID: 1, Image: "/i.webp", Thumb: "/t.webp"}, {ID: 2, Image: "https://market.example/i.png"}},
		nil
}

func (stock) Boxes(context.Context) ([]store.Box, error) {
	return []store.Box{{ID: 1, Image: "/b.webp"}}, nil
}

func TestTheStoreShowsPicturesFromTheirHost(t *testing.T) {
	if New("", []string{"https://market.example"}).Shelf(stock{}) != (stock{}) {
		t.Error("without a host there is something between the catalogue and its store")
	}
	s := New("https://cdn.example/jade/", nil).Shelf(stock{})
	defs, _ := s.ItemDefs(t.Context())
	boxes, _ := s.Boxes(t.Context())
	if defs[0].Image != "https://cdn.example/jade/i.webp" || defs[0].Thumb != "https://cdn.example/jade/t.webp" ||
		boxes[0].Image != "https://cdn.example/jade/b.webp" {
		t.Errorf("%+v, %+v", defs[0], boxes[0])
	}
	if defs[1].Image != "https://market.example/i.png" || defs[1].Thumb != "" {
		t.Errorf("%+v", defs[1])
	}
}

// The server draws with its own files, whatever addresses clients are told.
func TestTheServerDrawsWithItsOwnFiles(t *testing.T) {
	echo := func(address string) []byte { return []byte(address) }
	for host, seen := range map[string]string{"": "/art/1.webp",
		"https://cdn.example/jade/": "https://cdn.example/jade/art/1.webp"} {
		art := New(host, nil).Art(echo)
		for _, address := range []string{seen, "/art/1.webp"} {
			if got := string(art(address)); got != "/art/1.webp" {
				t.Errorf("%q for %q of host %q", got, address, host)
			}
		}
	}
}
