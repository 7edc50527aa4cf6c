package limit

import (
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	dto "github.com/prometheus/client_model/go"
	"github.com/redis/rueidis"
	"github.com/rs/zerolog"
)

// answers is how many of a kind were counted.
func answers(t *testing.T, kind string) uint64 {
	t.Helper()
	var m dto.Metric
	if err := redisSeconds.WithLabelValues(kind).(interface{ Write(*dto.Metric) error }).Write(&m); err != nil {
		t.Fatal(err)
	}
	return m.GetHistogram().GetSampleCount()
}

func TestMetricsTellWhetherRedisAnswered(t *testing.T) {
	server := miniredis.RunT(t)
	s := newShared(func() (Limiter, func(), error) {
		client, err := rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{server.Addr()}, DisableCache: true})
		if err != nil {
			return nil, nil, err
		}
		return NewRedis(client, "metrics:"), client.Close, nil
	}, time.Now, zerolog.Nop(), time.Hour)
	defer s.Close()
	rate := Rate{Burst: 3, Per: time.Second}
	counted, none := answers(t, "counted"), answers(t, "none")
	for _, away := range []bool{false, true} {
		if away {
			server.Close()
		}
		if _, err := s.Take(t.Context(), "a", rate); err != nil {
			t.Fatal(err)
		}
	}
	if answers(t, "counted") != counted+1 || answers(t, "none") != none+1 {
		t.Errorf("one answer and none: %d and %d were counted", answers(t, "counted")-counted, answers(t, "none")-none)
	}
}
