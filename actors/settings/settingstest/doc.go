// Package settingstest sets settings for tests: also texts that the checks would refuse.
package settingstest
