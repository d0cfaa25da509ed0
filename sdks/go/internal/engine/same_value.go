package engine

// SameValue reports whether two values that were parsed from JSON are equal: the order of members does not count, types do.
func SameValue(one, other any) bool {
	switch one := one.(type) {
	case map[string]any:
		fields, ok := other.(map[string]any)
		if !ok || len(one) != len(fields) {
			return false
		}
		for name, value := range one {
			if field, ok := fields[name]; !ok || !SameValue(value, field) {
				return false
			}
		}
		return true
	case []any:
		elements, ok := other.([]any)
		if !ok || len(one) != len(elements) {
			return false
		}
		for at, value := range one {
			if !SameValue(value, elements[at]) {
				return false
			}
		}
		return true
	}
	switch other.(type) {
	case map[string]any, []any:
		return false
	}
	return one == other
}
