package httpapi

import (
	"context"
	"net/http"

	"jadebox/server/httpapi/call"
	"jadebox/server/notice"
)

func (a *API) notices() {
	call.Add(a, call.Route{Name: "home.notices", Method: http.MethodGet, Path: "/api/home/notice", Access: call.Anyone,
		Summary: "The notice centre: its tabs, and under each what the house says now, the newest first."},
		a.noticeTabs)
	call.Add(a, call.Route{Name: "home.isNew", Method: http.MethodGet, Path: "/api/home/is/new", Access: call.Anyone,
		Summary: "Version of the notices: another number than before says that there is a new one; 0 while there is none."}, a.noticeVersion)
}

// noticeTab is product-spec §7's answer: a tab of the notice centre.
type noticeTab struct {
	Type        string        `json:"type" enum:"noticeTab"`
	IsChacked   bool          `json:"isChacked" doc:"the tab that is open first"`
	SecondLevel []noticeEntry `json:"secondLevel" doc:"its own tabs"`
}

// noticeEntry is one page of the notice centre in the caller's language.
type noticeEntry struct {
	ID        call.ID `json:"id"`
	Title     string  `json:"title"`
	Text      string  `json:"text" doc:"a line break begins a paragraph"`
	Link      string  `json:"link" doc:"a path of this site, or empty"`
	State     int     `json:"state" enum:"1,2" doc:"1 shows itself, 2 does not"`
	IsChacked bool    `json:"isChacked" doc:"the one that is open first"`
	FromMS    int64   `json:"fromMs"`
	UntilMS   int64   `json:"untilMs" doc:"0: no end is known"`
}

func (a *API) noticeTabs(ctx context.Context, c *call.Caller, _ call.None) ([]noticeTab, error) {
	b, err := notice.Setting.Read(ctx, a.Store)
	if err != nil {
		return nil, err
	}
	tabs := make([]noticeTab, len(notice.Tabs))
	for i, name := range notice.Tabs {
		tabs[i] = noticeTab{Type: name, SecondLevel: []noticeEntry{}}
	}
	for _, n := range b.Shown(a.Now()) {
		for i := range tabs {
			if tabs[i].Type == n.Type {
				tabs[i].SecondLevel = append(tabs[i].SecondLevel, noticeEntry{ID: call.ID(n.ID),
					Title: call.TextIn(n.Title, c.Language), Text: call.TextIn(n.Text, c.Language),
					Link: n.Link, State: n.State, FromMS: n.FromMS, UntilMS: n.UntilMS})
			}
		}
	}
	openFirst(tabs)
	return tabs, nil
}

// openFirst marks what a player sees first: in each tab the newest that shows itself, else the newest; and the
// first tab that has one that shows itself, else the first that has any, else the first.
func openFirst(tabs []noticeTab) {
	tab, best := 0, -1
	for i := range tabs {
		list := tabs[i].SecondLevel
		if len(list) == 0 {
			continue
		}
		at, worth := 0, 0
		for j := range list {
			if list[j].State == notice.AutoShows {
				at, worth = j, 1
				break
			}
		}
		list[at].IsChacked = true
		if worth > best {
			tab, best = i, worth
		}
	}
	tabs[tab].IsChacked = true
}

func (a *API) noticeVersion(ctx context.Context, _ *call.Caller, _ call.None) (int64, error) {
	b, err := notice.Setting.Read(ctx, a.Store)
	if err != nil {
		return 0, err
	}
	return b.Version(a.Now()), nil
}
