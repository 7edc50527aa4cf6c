// Package period cuts time into the days, weeks and months of the site's time zone: what is claimed once a day, a week
// or a month is claimed once in one of them.
//
// The zone is a setting of the store; without one it is UTC. Deliberately absent: a clock.
package period
