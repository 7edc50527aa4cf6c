package httpapi

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadebox/actors/kinds"
)

func TestTheTrendChartOffersEveryKindOfRoomThatHasOne(t *testing.T) {
	field, _ := reflect.TypeFor[trendQuery]().FieldByName("Type")
	offered := strings.Split(field.Tag.Get("enum"), ",")
	want := []string{strconv.Itoa(trendHash), strconv.Itoa(trendUpgrade)}
	for _, k := range kinds.All {
		if k.Chart != nil {
			want = append(want, strconv.Itoa(k.Chart.Type))
		}
	}
	slices.Sort(want)
	if !slices.Equal(offered, want) {
		t.Errorf("the query offers %v, there are %v: say so in trendQuery, with what each is", offered, want)
	}
}
