//go:build linux

package phases_test

import (
	"testing"

	"jadebox/store/storetest/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
