// Package picture says where pages load the pictures of the catalogue from: the site itself, or a picture host that
// stands before it (product-spec §9).
//
// Deliberately absent: loading a picture, and writing an address: the store keeps paths of the site, whatever stands
// before it.
//
// # Pictures
//
// The store keeps pictures of boxes and items as paths of the site. With --picture-host the catalogue is read through
// a shelf (server/picture) that puts the host before them, so that every call and socket says the same; what names
// its host already stays as it is. The server paints share cards with its own files, and art that is part of the
// client (banners, avatars, blurred reels) stays on the site. The policy's img-src is the site and exactly the hosts
// of the two settings (httpapi/secured.go). /art/ alone may be read by other origins: it is public, and a picture of
// another origin can only become a texture if it was asked for so and its host allows it
// (client/src/stage/item-sheet.ts).
package picture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"jadebox/actors/shop/catalog"
	"jadebox/store"
)

// Hosts are where pictures come from besides the site. The zero value is the site alone.
type Hosts struct {
	prefix  string
	origins []string
}

// New takes what CheckHost and CheckOrigin let pass.
func New(host string, allow []string) Hosts {
	h := Hosts{prefix: strings.TrimSuffix(host, "/")}
	if m := form.FindStringSubmatch(host); m != nil {
		h.origins = append(h.origins, m[origin])
	}
	for _, o := range allow {
		if o = strings.TrimSuffix(o, "/"); !slices.Contains(h.origins, o) {
			h.origins = append(h.origins, o)
		}
	}
	return h
}

// form lets no byte pass that means something in a policy, in HTML or in a list of sources (srcset).
var form = regexp.MustCompile(
	`^((https?)://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::([0-9]{1,5}))?)((?:/[A-Za-z0-9._~-]+)*)/?$`)

const origin, scheme, name, port, prefix = 1, 2, 3, 4, 5 // groups of form

// CheckHost reports why pictures cannot come from below an address.
func CheckHost(address string) error {
	m := form.FindStringSubmatch(address)
	if m == nil || m[prefix] != "" && path.Clean(m[prefix]) != m[prefix] {
		return fmt.Errorf("%q is not an address such as https://cdn.example or https://cdn.example/prefix", address)
	}
	if n, err := strconv.ParseUint(m[port], 10, 16); m[port] != "" && (err != nil || n == 0) {
		return fmt.Errorf("%q: port %s is not 1–65535", address, m[port])
	}
	if m[scheme] == "http" && !loopback(m[name]) {
		return fmt.Errorf("%q: http is for this machine only; use https", address)
	}
	return nil
}

// CheckOrigin reports why pictures that name their host cannot come from it.
func CheckOrigin(address string) error {
	if err := CheckHost(address); err != nil {
		return err
	}
	if form.FindStringSubmatch(address)[prefix] != "" {
		return errors.New(strconv.Quote(address) + " is more than an origin such as https://cdn.example")
	}
	return nil
}

func loopback(name string) bool {
	a, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return name == "localhost" || err == nil && a.IsLoopback()
}

// named is an address with a scheme or a host of its own.
var named = regexp.MustCompile(`^(//|[A-Za-z][A-Za-z0-9+.-]*:)`)

// Address is where a picture is loaded from: a path of the site lies below prefix, unless that is empty. What names its
// host already, as a picture of a marketplace or a partner does, and what there is none of, stays as it is.
func Address(prefix, picture string) string {
	if prefix == "" || picture == "" || named.MatchString(picture) {
		return picture
	}
	return strings.TrimRight(prefix, "/") + "/" + strings.TrimLeft(picture, "/")
}

// Origins are what a page may load pictures from besides the site.
func (h Hosts) Origins() []string { return h.origins }

// Refuses reports whether no page may load a picture, because its host is not among the origins.
func (h Hosts) Refuses(picture string) bool {
	u, err := url.Parse(picture)
	return err == nil && u.Host != "" && !slices.Contains(h.origins, cmp.Or(u.Scheme, "https")+"://"+
		strings.ToLower(u.Host))
}

// Art finds the site's own files by the addresses that clients see.
func (h Hosts) Art(art func(address string) []byte) func(address string) []byte {
	if h.prefix == "" {
		return art
	}
	return func(address string) []byte { return art(strings.TrimPrefix(address, h.prefix)) }
}

// Shelf is a store to read a catalogue from, with the addresses that clients see.
func (h Hosts) Shelf(from catalog.Store) catalog.Store {
	if h.prefix == "" {
		return from
	}
	return shelf{from, h.prefix}
}

type shelf struct {
	catalog.Store
	prefix string
}

// ItemDefs implements catalog.Store.
func (s shelf) ItemDefs(ctx context.Context) ([]store.ItemDef, error) {
	defs, err := s.Store.ItemDefs(ctx)
	for i := range defs {
		defs[i].Image, defs[i].Thumb = Address(s.prefix, defs[i].Image), Address(s.prefix, defs[i].Thumb)
	}
	return defs, err
}

// Boxes implements catalog.Store.
func (s shelf) Boxes(ctx context.Context) ([]store.Box, error) {
	boxes, err := s.Store.Boxes(ctx)
	for i := range boxes {
		boxes[i].Image = Address(s.prefix, boxes[i].Image)
	}
	return boxes, err
}
