package report

import (
	"errors"
	"fmt"
	"os"

	"github.com/go-json-experiment/json"
)

// ErrReport is a file that is no report of this version.
var ErrReport = errors.New("report")

// Read loads what Write has made. The error names the file and the place in it.
func Read(path string) (*Result, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Result
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrReport, path, err)
	}
	if r.Version != Version {
		return nil, fmt.Errorf("%w %s: version %d, want %d", ErrReport, path, r.Version, Version)
	}
	for _, o := range r.Operations {
		if o.Latency.Count > 0 && o.Latency.Histogram == nil {
			return nil, fmt.Errorf("%w %s: %s has no histogram: it is of an older loadsim", ErrReport, path, o.Op)
		}
	}
	return &r, nil
}
