package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"jadebox/actors/lists/feed"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/site"
	"jadebox/store"
)

func (a *API) home() {
	call.Add(a, call.Route{Name: "home.info", Method: http.MethodGet, Path: "/api/home/web/info", Access: call.Anyone,
		Summary: "Lucky and live drops and the counters beside them."}, a.homeInfo)
	call.Add(a, call.Route{Name: "home.banners", Method: http.MethodGet, Path: "/api/home/sys/banner",
		Access:  call.Anyone,
		Summary: "The home page's banners, heaviest first."}, a.banners)
	call.Add(a, call.Route{Name: "site.info", Method: http.MethodGet, Path: "/api/main/web/info", Access: call.Anyone,
		Summary: "What a client must know before anything else."}, a.siteInfo)
}

// liveDrop is spec §3 "Live drop" with the fields of the socket's Drop.
type liveDrop struct {
	UserName    string  `json:"userName"`
	StuffName   string  `json:"stuffName" doc:"brand|name in the caller's language"`
	StuffImage  string  `json:"stuffImage"`
	Rarity      string  `json:"rarity"`
	Category    string  `json:"category"`
	SuccessRate float64 `json:"successRate" doc:"per cent"`
	Type        int     `json:"type" doc:"item source, spec §3"`

	protocol.Drop
}

// homeInfo is spec §3 "homeInfo".
type homeInfo struct {
	BoxLucky []liveDrop        `json:"boxLuckyVOList"`
	BoxNew   []liveDrop        `json:"boxNewList"`
	Basics   protocol.Counters `json:"basicsDataVO"`
}

func (a *API) homeInfo(ctx context.Context, c *call.Caller, _ call.None) (homeInfo, error) {
	s, err := directory.Ask[publish.Snapshot](ctx, a.Directory, feed.Kind, feed.ID, room.SnapshotRequest{})
	if err != nil {
		return homeInfo{}, err
	}
	var f protocol.FeedSnapshot
	if _, err := f.UnmarshalMsg(s.Body); err != nil {
		return homeInfo{}, fmt.Errorf("feed snapshot: %w", err)
	}
	return homeInfo{BoxLucky: a.liveDrops(c, f.Lucky), BoxNew: a.liveDrops(c, f.Live), Basics: f.Counters}, nil
}

func (a *API) liveDrops(c *call.Caller, drops []protocol.Drop) []liveDrop {
	out := make([]liveDrop, len(drops))
	for i, d := range drops {
		def, _ := a.Catalog.Item(store.DefID(d.Def))
		out[i] = liveDrop{UserName: d.PlayerName, StuffName: call.ItemName(def, c.Language), StuffImage: def.Image,
			Rarity:   def.Rarity,
			Category: def.Category, SuccessRate: float64(d.OddsPPM) / 10_000, Type: int(d.Source), Drop: d}
	}
	return out
}

// banner is spec §3 "Banner": image for wide screens, moveImage for phones.
type banner struct {
	ID        string `json:"id"`
	Image     string `json:"image"`
	MoveImage string `json:"moveImage"`
	Link      string `json:"link"`
	Weight    int    `json:"weight"`
	Title     string `json:"title"`
}

func (a *API) banners(ctx context.Context, c *call.Caller, _ call.None) ([]banner, error) {
	stored, err := site.Banners.Read(ctx, a.Store)
	if err != nil {
		return nil, err
	}
	out := make([]banner, len(stored))
	for i, s := range stored {
		out[i] = banner{s.ID, s.Image, s.MoveImage, s.Link, s.Weight, call.TextIn(s.Title, c.Language)}
	}
	slices.SortStableFunc(out, func(x, y banner) int { return cmp.Compare(y.Weight, x.Weight) })
	return out, nil
}

// siteInfo is spec §3 "webInfo".
type siteInfo struct {
	Opening   bool        `json:"opening" doc:"the site is open"`
	Demo      bool        `json:"demo"`
	Language  string      `json:"language" doc:"of this answer"`
	Languages []string    `json:"languages"`
	Version   string      `json:"version"`
	Soon      []string    `json:"soon" doc:"entries of the menu that are not released yet"`
	Zone      string      `json:"zone" doc:"time zone (IANA) of the site's days, weeks and months: of everything that comes once in one of them"`
	Groups    []siteGroup `json:"groups" doc:"chat groups and media of the side bar"`
}

// siteGroup is shown as a QR code.
type siteGroup struct {
	Name string `json:"name"`
	URL  string `json:"url" doc:"a path of this site, or the address of another"`
}

func (a *API) siteInfo(ctx context.Context, c *call.Caller, _ call.None) (siteInfo, error) {
	held, err := site.Setting.Read(ctx, a.Store)
	if err != nil {
		return siteInfo{}, err
	}
	groups := make([]siteGroup, len(held.Groups))
	for i, g := range held.Groups {
		groups[i] = siteGroup{call.TextIn(g.Name, c.Language), g.URL}
	}
	return siteInfo{Opening: true, Demo: a.Demo, Language: c.Language.String(), Languages: protocol.Languages[:],
		Version: a.Version,
		Soon:    held.Soon, Zone: period.In(a.Settings, a.Now()).Location().String(), Groups: groups}, nil
}
