package httpapi

// Patterns are what the server serves, as they were registered.
func (a *API) Patterns() []string { return a.mux.patterns }
