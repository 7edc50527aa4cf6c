package retrievals

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/operators"
	"jadebox/tools/settings"
)

// A retrieval takes something out of the house by its approval, and when it is given up against the bot: sending or
// refusing it is worth nothing more of its operator's day.
func TestARetrievalCountsOnceForTheDayOfItsOperator(t *testing.T) {
	now, dir := at, t.TempDir()
	db := memory.New(memory.Options{Clock: func() time.Time { return now }})
	says := func(want, format string, args ...any) {
		t.Helper()
		now = now.Add(time.Second)
		line := strings.ReplaceAll(fmt.Sprintf(format, args...), "KEY", filepath.Join(dir, "ana.key"))
		out, err := operatortest.Run(t.Context(), &struct {
			Operators  operators.Command `cmd:""`
			Settings   settings.Command  `cmd:""`
			Retrievals Command           `cmd:""`
		}{}, db, now, "", strings.Fields(line)...)
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v: %s", line, err, out)
		}
	}
	sent, _ := order(t, db, "alice01")
	sentToo, _ := order(t, db, "bobby02")
	refused, _ := order(t, db, "carol03")
	failed, _ := order(t, db, "david04")
	const ana = " --as ana --operator-key KEY"
	says("", "operators add ana --file KEY")
	says("", `settings set operators.secondAbove {"cents":600,"dayCents":1000} --note careful`+ana)
	says("approved", "retrievals approve t%d seen"+ana, sent)
	says("shipped", "retrievals ship t%d E1"+ana, sent)
	says("failed", "retrievals reject t%d no"+ana, refused)
	says("failed", "retrievals fail t%d no"+ana, failed)
	says("approved", "retrievals approve t%d seen"+ana, sentToo) // 500 and 500: just the limit
	says("waits for a second operator", "retrievals giveup t%d E2"+ana, sentToo)
	says("shipped", "retrievals ship t%d E2"+ana, sentToo)
}
