//go:build linux

package scenario_test

import (
	"testing"

	"jadebox/store/storetest/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
