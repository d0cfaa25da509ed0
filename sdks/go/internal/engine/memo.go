package engine

import "sync"

// memo holds the answers of one evaluation, during which every node that is called is computed once.
type memo struct {
	answers map[*node]int
}

var memos = sync.Pool{New: func() any { return &memo{answers: map[*node]int{}} }}

func openMemo() *memo { return memos.Get().(*memo) }

func (m *memo) close() {
	clear(m.answers)
	memos.Put(m)
}

func (m *memo) ask(node *node, context *Context) int {
	if answer, ok := m.answers[node]; ok {
		return answer
	}
	answer := node.run(context, m)
	m.answers[node] = answer
	return answer
}
