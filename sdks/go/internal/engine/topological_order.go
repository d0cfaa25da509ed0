package engine

// inOrder visits each item after all items that it names, without recursion, since chains may be long. Items that are in a
// cycle, or need one that is, come last.
func inOrder(items map[name]*item, visit func(item *item, isInCircle bool)) {
	missing := make(map[name]int)
	waiting := make(map[name][]name)
	var ready []name
	for name, item := range items {
		open := 0
		for _, needed := range item.names {
			if _, ok := items[needed]; ok {
				open++
				waiting[needed] = append(waiting[needed], name)
			}
		}
		if open == 0 {
			ready = append(ready, name)
		} else {
			missing[name] = open
		}
	}
	for len(ready) > 0 {
		name := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		visit(items[name], false)
		for _, other := range waiting[name] {
			missing[other]--
			if missing[other] == 0 {
				delete(missing, other)
				ready = append(ready, other)
			}
		}
	}
	for name := range missing {
		visit(items[name], true)
	}
}
