package engine

// trie finds any of many texts in one pass over another, by the Aho–Corasick algorithm.
type trie struct {
	nodes []trieNode
}

type trieNode struct {
	next map[byte]int32
	// fail is the node to continue at if no child matches: that of the longest other prefix that ends here.
	fail int32
	ends bool
}

func trieOf(wanted []string) *trie {
	made := &trie{nodes: make([]trieNode, 1)}
	for _, text := range wanted {
		at := int32(0)
		for i := range len(text) {
			next, ok := made.nodes[at].next[text[i]]
			if !ok {
				next = int32(len(made.nodes))
				made.nodes = append(made.nodes, trieNode{})
				if made.nodes[at].next == nil {
					made.nodes[at].next = map[byte]int32{}
				}
				made.nodes[at].next[text[i]] = next
			}
			at = next
		}
		made.nodes[at].ends = true
	}
	made.link()
	return made
}

// link sets the fail nodes, level by level: each depends only on shorter prefixes.
func (t *trie) link() {
	queue := []int32{0}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for char, child := range t.nodes[at].next {
			queue = append(queue, child)
			if at == 0 {
				continue
			}
			fail := t.step(t.nodes[at].fail, char)
			t.nodes[child].fail = fail
			t.nodes[child].ends = t.nodes[child].ends || t.nodes[fail].ends
		}
	}
}

func (t *trie) step(at int32, char byte) int32 {
	for {
		if next, ok := t.nodes[at].next[char]; ok {
			return next
		}
		if at == 0 {
			return 0
		}
		at = t.nodes[at].fail
	}
}

func (t *trie) finds(text string) bool {
	at := int32(0)
	for i := range len(text) {
		if t.nodes[at].ends {
			return true
		}
		at = t.step(at, text[i])
	}
	return t.nodes[at].ends
}
