//go:build !linux

package siteclock

import "time"

// uptime counts from now on. Sleep is not seen here.
func uptime() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
