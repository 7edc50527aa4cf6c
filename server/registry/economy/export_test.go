package economy

// Sources are the names of the settings whose part of what is open is told.
func Sources() (names []string) {
	for _, s := range sources {
		names = append(names, s.name)
	}
	return names
}
