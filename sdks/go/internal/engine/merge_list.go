package engine

// Merge returns the next version of a list, and leaves the list as it is. It returns false if the change does not belong to
// this list: it adds a hash that is present, or removes one that is not.
func (l HashList) Merge(change *ListContent) (HashList, bool) {
	added, removed := change.Added, change.Removed
	size := len(l) + len(added) - len(removed)
	if size < 0 {
		return nil, false
	}
	next := make(HashList, 0, size)
	from := 0
	for len(added) > 0 || len(removed) > 0 {
		isAdded := len(removed) == 0 || (len(added) > 0 && added[0] < removed[0])
		var hash uint64
		if isAdded {
			hash, added = added[0], added[1:]
		} else {
			hash, removed = removed[0], removed[1:]
		}
		place := l.placeOf(hash)
		isThere := place < len(l) && l[place] == hash
		if isThere == isAdded || place < from || len(next)+place-from > size {
			return nil, false
		}
		next = append(next, l[from:place]...)
		from = place
		if isAdded {
			next = append(next, hash)
		} else {
			from++
		}
	}
	next = append(next, l[from:]...)
	return next, len(next) == size
}
