package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"jadebox/actors/player"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

const (
	tradeURLLength = 256
	tradeHost      = "steamcommunity.com"
)

// headFrames are the rings around a picture that any player may have; "" is none. Those of VIP levels are "vip1" to
// "vip10".
var headFrames = []string{"", "jade", "gold", "koi"}

// frameKnown reports whether there is a frame, and for which VIP level it is.
func frameKnown(frame string) (level int, known bool) {
	if slices.Contains(headFrames, frame) {
		return 0, true
	}
	level = player.FrameLevel(frame)
	return level, level >= 1 && level <= vip.LevelMax && frame == "vip"+strconv.Itoa(level)
}

func (a *API) appearance() {
	call.Add(a, call.Route{Name: "user.avatar", Method: http.MethodPost, Path: "/api/user/update/avatar",
		Access:  call.NeedsPlayer,
		Summary: "Changes picture and head frame to ones on offer; what is absent stays. A frame of a VIP level asks for that level.",
		Errors:  []protocol.Code{protocol.CodeAvatar, protocol.CodeVIPLevel}}, a.updateAvatar)
	call.Add(a, call.Route{Name: "user.tradeUrl", Method: http.MethodPost, Path: "/api/user/info/upBindSteamUrl",
		Access: call.NeedsPlayer, StepUp: true,
		Summary: "Sets the trade link, with a code that was sent to the bound phone. Where short messages are switched off none is asked for.",
		Errors:  []protocol.Code{protocol.CodeTradeURL, protocol.CodePhoneUnbound, protocol.CodeCodeWrong}},
		a.setTradeURL)
}

// avatarChange sets what is given.
type avatarChange struct {
	Avatar          *string `json:"avatar,omitempty" doc:"/art/avatars/01.svg to 24.svg"`
	HeadPortraitBox *string `json:"headPortraitBox,omitempty" doc:"empty, jade, gold, koi, or vip1 to vip10 for whoever has that level"`
}

var avatarForm = regexp.MustCompile(`^/art/avatars/(0[1-9]|1\d|2[0-4])\.svg$`)

func (a *API) updateAvatar(ctx context.Context, c *call.Caller, in avatarChange) (call.None, error) {
	if in.Avatar != nil && !avatarForm.MatchString(*in.Avatar) {
		return call.None{}, apierr.New(protocol.CodeAvatar)
	}
	if in.HeadPortraitBox != nil {
		needs, known := frameKnown(*in.HeadPortraitBox)
		if !known {
			return call.None{}, apierr.New(protocol.CodeAvatar)
		}
		if level, err := a.levelFor(ctx, c.Player(), needs); err != nil || level < needs {
			return call.None{}, cmp.Or(err, error(vip.ErrLevel))
		}
	}
	err := a.Store.SetProfile(ctx, c.Player(), store.ProfileChange{Avatar: in.Avatar, HeadFrame: in.HeadPortraitBox})
	if err == nil { // the next seat shows it; that it is kept is true whether the actor has read it or not
		_, _ = a.Directory.Request(ctx, player.Kind, player.ID(c.Player()), player.Changed{})
	}
	return call.None{}, err
}

// levelFor is a player's VIP level where one is asked for; none is read for 0.
func (a *API) levelFor(ctx context.Context, who store.PlayerID, needs int) (int, error) {
	if needs == 0 {
		return 0, nil
	}
	s, err := a.vipService().Level(ctx, who)
	return s.Level, err
}

// tradeLink is spec §7's payload.
type tradeLink struct {
	Code     string `json:"code" maxLength:"6"`
	SteamURL string `json:"steamUrl" maxLength:"256"`
}

func (a *API) setTradeURL(ctx context.Context, c *call.Caller, in tradeLink) (call.None, error) {
	link, ok := tradeURL(in.SteamURL)
	if !ok {
		return call.None{}, apierr.New(protocol.CodeTradeURL)
	}
	if a.SMS != nil {
		own, err := a.Store.Contact(ctx, c.Player())
		if err == nil && own.Phone == "" {
			err = apierr.New(protocol.CodePhoneUnbound)
		}
		if err == nil {
			err = a.useCode(ctx, c, toTrade, own.Phone, in.Code)
		}
		if err != nil {
			return call.None{}, err
		}
	}
	return call.None{}, a.Store.SetContact(ctx, c.Player(), store.ContactChange{TradeURL: &link})
}

var (
	tradePartner = regexp.MustCompile(`^[1-9]\d{0,9}$`)
	tradeToken   = regexp.MustCompile(`^[0-9A-Za-z_-]{6,16}$`)
)

// tradeURL brings a trade link into its one form. It is parsed and never fetched; only the platform's own host is
// taken.
func tradeURL(text string) (string, bool) {
	text = strings.Map(func(r rune) rune {
		if r == ' ' || r == ',' || r == '，' { // product-spec §5
			return -1
		}
		return r
	}, text)
	u, err := url.Parse(text)
	if err != nil || len(text) > tradeURLLength || u.Scheme != "https" || u.Host != tradeHost || u.User != nil ||
		u.Fragment != "" ||
		u.EscapedPath() != "/tradeoffer/new/" && u.EscapedPath() != "/tradeoffer/new" {
		return "", false
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(q) != 2 || len(q["partner"]) != 1 || len(q["token"]) != 1 ||
		!tradePartner.MatchString(q.Get("partner")) ||
		!tradeToken.MatchString(q.Get("token")) {
		return "", false
	}
	return "https://" + tradeHost + "/tradeoffer/new/?partner=" + q.Get("partner") + "&token=" + q.Get("token"), true
}
