package notice_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/settings"
	"jadebox/actors/settings/settingstest"
	"jadebox/server/notice"
	"jadebox/store"
	"jadebox/store/memory"
)

var now = time.UnixMilli(1_800_000_000_000)

func text(s string) store.Text { return store.Text{Zh: s, En: s, Pt: s} }

func good() notice.Notice {
	return notice.Notice{Type: "roll", State: notice.Suppressed, Title: text("title"), Text: text("text")}
}

func TestANoticeIsShownFromItsBeginToItsEnd(t *testing.T) {
	var b notice.Centre
	if b.Version(now) != 0 || len(b.Shown(now)) != 0 {
		t.Fatal("an empty centre shows something")
	}
	first, err := b.Add(now, good())
	if err != nil || first.ID != 1 || first.FromMS != now.UnixMilli() {
		t.Fatalf("%+v %v", first, err)
	}
	same, err := b.Add(now, good())
	if err != nil || same.FromMS == first.FromMS {
		t.Fatalf("two notices have one version: %+v %v", same, err)
	}
	later := good()
	later.FromMS, later.UntilMS = now.Add(time.Hour).UnixMilli(), now.Add(2*time.Hour).UnixMilli()
	if later, err = b.Add(now, later); err != nil {
		t.Fatal(err)
	}
	soon := now.Add(time.Second)
	for _, c := range []struct {
		at      time.Time
		ids     []int64
		version int64
	}{
		{now.Add(-time.Second), nil, 0},
		{soon, []int64{2, 1}, same.FromMS},
		{now.Add(time.Hour), []int64{3, 2, 1}, later.FromMS},
		{now.Add(2 * time.Hour), []int64{2, 1}, same.FromMS},
	} {
		var ids []int64
		for _, n := range b.Shown(c.at) {
			ids = append(ids, n.ID)
		}
		if len(ids) != len(c.ids) || len(ids) > 0 && ids[0] != c.ids[0] || b.Version(c.at) != c.version {
			t.Errorf("at %v: %v, version %d", c.at.Sub(now), ids, b.Version(c.at))
		}
	}
	if err := b.End(soon, 2); err != nil || len(b.Shown(soon)) != 1 {
		t.Errorf("2 is still shown, %v", err)
	}
	if err := b.End(soon, 3); err != nil || len(b.Notices) != 2 {
		t.Errorf("what had not begun is kept: %+v, %v", b.Notices, err)
	}
	for _, id := range []int64{2, 3, 77} {
		if err := b.End(soon, id); err == nil {
			t.Errorf("%d was ended again", id)
		}
	}
	if n, err := b.Add(soon, good()); err != nil || n.ID != 4 {
		t.Errorf("an id was given twice: %+v %v", n, err)
	}
}

func TestWhatANoticeMayNotBe(t *testing.T) {
	for name, change := range map[string]func(*notice.Notice){
		"tab":             func(n *notice.Notice) { n.Type = "news" },
		"state":           func(n *notice.Notice) { n.State = 0 },
		"end":             func(n *notice.Notice) { n.UntilMS = 5 },
		"host":            func(n *notice.Notice) { n.Link = "//example.com" },
		"address":         func(n *notice.Notice) { n.Link = "https://example.com" },
		"script":          func(n *notice.Notice) { n.Link = "javascript:alert(1)" },
		"backslash":       func(n *notice.Notice) { n.Link = `/\example.com` },
		"language":        func(n *notice.Notice) { n.Title.Pt = " " },
		"long title":      func(n *notice.Notice) { n.Title.En = strings.Repeat("x", notice.TitleMax+1) },
		"long text":       func(n *notice.Notice) { n.Text.Zh = strings.Repeat("字", notice.TextMax+1) },
		"text is missing": func(n *notice.Notice) { n.Text = store.Text{} },
	} {
		var b notice.Centre
		n := good()
		change(&n)
		if _, err := b.Add(now, n); err == nil || len(b.Notices) != 0 {
			t.Errorf("%s: taken", name)
		}
	}
	full := notice.Centre{}
	for range notice.NoticesMax {
		if _, err := full.Add(now, good()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := full.Add(now, good()); err == nil {
		t.Error("a full centre took one more")
	}
	later := now.Add(time.Minute)
	if err := full.End(later, 5); err != nil {
		t.Fatal(err)
	}
	if _, err := full.Add(later, good()); err != nil {
		t.Errorf("no place for a new one where an old one is over: %v", err)
	}
}

func TestNoticesAreKept(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	b, err := notice.Setting.Read(t.Context(), db)
	if err != nil || len(b.Notices) != 0 {
		t.Fatalf("%+v %v", b, err)
	}
	if _, err = b.Add(now, good()); err != nil {
		t.Fatal(err)
	}
	write := func(b notice.Centre) error {
		return settings.Change(t.Context(), db, notice.Setting, settings.Who{Author: "ana", At: now},
			func(notice.Centre) (notice.Centre, error) { return b, nil })
	}
	if err = write(b); err != nil {
		t.Fatal(err)
	}
	for what, bad := range map[string]func(*notice.Centre){"no number": func(b *notice.Centre) { b.Notices[0].ID = 0 },
		"twice":            func(b *notice.Centre) { b.Notices = append(b.Notices, b.Notices[0]) },
		"a number to come": func(b *notice.Centre) { b.LastID = 0 },
		"no text":          func(b *notice.Centre) { b.Notices[0].Text = store.Text{} }} {
		other := notice.Centre{LastID: b.LastID, Notices: slices.Clone(b.Notices)}
		if bad(&other); write(other) == nil {
			t.Errorf("%s was written", what)
		}
	}
	if again, err := notice.Setting.Read(t.Context(), db); err != nil || len(again.Notices) != 1 ||
		again.Notices[0] != b.Notices[0] {
		t.Errorf("%+v %v", again, err)
	}
	if err := settingstest.Put(t.Context(), db, notice.Setting, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := notice.Setting.Read(t.Context(), db); err == nil {
		t.Error("a broken centre was read")
	}
}
