package engine

// reference names a segment or flag that a config needs.
type reference struct {
	isSegment bool
	key       string
}

// referencesOf returns segments in the order of the rules, then flags.
func referencesOf(rules []rule, prerequisites []prerequisite) []reference {
	var found []reference
	for at := range rules {
		found = appendSegments(found, rules[at].conditions)
	}
	for _, prerequisite := range prerequisites {
		found = append(found, reference{false, prerequisite.flagKey})
	}
	return found
}

func appendSegments(found []reference, conditions []condition) []reference {
	for at := range conditions {
		for _, key := range conditions[at].segments {
			found = append(found, reference{true, key})
		}
		found = appendSegments(found, conditions[at].members)
	}
	return found
}
