package terms

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadebox/store/memory"
)

func TestEachOwnersTermsAreSetFromAFile(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := Run(t.Context(), db, args, &out)
		return out.String(), err
	}
	set := func(name, text string) (string, error) {
		path := filepath.Join(t.TempDir(), "terms.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return run("set", name, path)
	}
	standard, err := run("show")
	for _, want := range []string{`"terms"`, `"vip.terms"`, `"promotion.terms"`, `"prize.terms"`, `"task.terms"`, `"sign.terms"`, `"benefit.terms"`, `"limits.terms"`, `"site.zone"`, `"realname.terms"`, `"site.frame"`} {
		if err != nil || !strings.Contains(standard, want) {
			t.Errorf("%s: %v %s", want, err, standard)
		}
	}
	for name, texts := range map[string][]string{
		"vip.terms":       {`{"levels":[]}`, `{"levels":[{"needCents":5,"ratePpm":1,"bonusCents":0}]}`, `{"level":[]}`},
		"promotion.terms": {`{"sharePpm":900000}`, `{"sharePpm":-1}`, `{"share":3}`},
		"prize.terms":     {`{"fragmentPpm":1}`, `{"upgrades":[{"count":0,"kind":"debris","num":1}]}`, `{"fragments":1}`},
		"task.terms":      {`{"boxes":[{"id":0}]}`, `{"boxes":[{"id":1,"type":9}]}`, `{"box":[]}`},
		"site.zone":       {`"Nowhere"`, `"Local"`, `{}`, `8`},
		"sign.terms":      {`{"days":[]}`, `{"gapDays":31}`, `{"months":[{"days":7,"reward":{"kind":"gold","num":1}}]}`, `{"months":[{"days":32,"reward":{"kind":"debris","num":1}}]}`, `{"day":1}`},
		"benefit.terms":   {`{"steps":[{"spentCents":100,"rewardCents":11}]}`, `{"steps":[{"spentCents":0,"rewardCents":0}]}`, `{"step":[]}`},
		"limits.terms":    {`{"raiseHours":1}`, `{"coolOffHours":[12]}`, `{"exclusionMonths":[3]}`, `{"exclusionMonths":[]}`, `{"checkMinutes":60}`, `{"raise":1}`},
		"realname.terms":  {`{"rewardCents":10001}`, `{"rewardCents":-1}`, `{"reward":1}`},
		"site.frame":      {`{"soon":["open"]}`, `{"groups":[{"name":{"zh":"x"},"url":"/"}]}`, `{"battles":true}`},
		"beacon":          {`{}`},
		"terms":           {`{}`},
	} {
		for _, text := range append(texts, "", "x", "[]", strings.Repeat(" ", 70_000)+"{}") {
			if out, err := set(name, text); err == nil {
				t.Errorf("%s took %.60q: %s", name, text, out)
			}
		}
	}
	for _, args := range [][]string{{"set"}, {"set", "vip.terms"}, {"set", "vip.terms", "/nowhere/at/all"}, {"show", "x"}} {
		if _, err := run(args...); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
	if now, err := run("show"); err != nil || now != standard {
		t.Errorf("what was refused has changed something: %v %s", err, now)
	}
	for name, c := range map[string][2]string{
		"vip.terms":       {`{"levels":[{"needCents":700,"ratePpm":1000,"bonusCents":7}]}`, `"needCents": 700`},
		"promotion.terms": {`{"sharePpm":40000,"holdS":60}`, `"sharePpm": 40000`},
		"prize.terms":     {`{"fragmentPpm":2000000}`, `"fragmentPpm": 2000000`},
		"activity.terms":  {`{"season":"autumn","from":"2030-01-01T00:00:00Z","until":"2030-02-01T00:00:00Z"}`, `"season": "autumn"`},
		"task.terms":      {`{"boxes":[],"welcome":{"free":[{"id":7,"name":{"zh":"a","en":"b","pt":"c"},"box":3}]}}`, `"id": 7`},
		"site.zone":       {`"Asia/Shanghai"`, `"Asia/Shanghai"`},
		"sign.terms":      {`{"gapDays":3}`, `"gapDays": 3`},
		"benefit.terms":   {`{"steps":[{"spentCents":7000,"rewardCents":70}]}`, `"rewardCents": 70`},
		"limits.terms":    {`{"raiseHours":72}`, `"raiseHours": 72`},
		"realname.terms":  {`{"rewardCents":25}`, `"rewardCents": 25`},
		"site.frame":      {`{"soon":["mall"]}`, `"mall"`},
	} {
		if out, err := set(name, c[0]); err != nil || !strings.Contains(out, c[1]) {
			t.Errorf("%s: %v %s", name, err, out)
		}
		if all, err := run("show"); err != nil || !strings.Contains(all, c[1]) {
			t.Errorf("%s: %v %s", name, err, all)
		}
	}
	// A text that somebody else wrote and nobody can read hides nothing, and can be put right.
	if err := db.PutSetting(t.Context(), "vip.terms", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if all, err := run("show"); err == nil || !strings.Contains(all, `"rewardCents": 25`) {
		t.Errorf("%v %s", err, all)
	}
	if _, err := set("vip.terms", `{"levels":[{"needCents":700,"ratePpm":1000,"bonusCents":7}]}`); err != nil {
		t.Error(err)
	}
}
