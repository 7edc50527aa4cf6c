// Package settingstest sets settings for tests: also texts that nobody could set otherwise.
package settingstest
