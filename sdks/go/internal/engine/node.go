package engine

import "sync"

// node is a compiled flag or segment. Its answer may depend on the answers of those that it names.
type node struct {
	program program
	// outcomes are those of a flag. A segment has none: its answers are 0 for out and 1 for in. Next to the program, since
	// every evaluation reads both.
	outcomes []*Outcome
	// needs holds the nodes that it names, in order; nil for a flag that does not exist.
	needs []*node
	// broken reports whether the node, or one that it needs, cannot be read.
	broken bool
	// asks reports whether the program calls other nodes.
	asks bool
	// depth is the length of the longest chain of nodes below it; 0 if it names none.
	depth int
}

func nodeOf(program program, needs []*node) node {
	made := node{program: program, needs: needs}
	for at := range program.code {
		made.asks = made.asks || program.code[at].op == ask
	}
	for _, need := range needs {
		if need != nil {
			made.depth = max(made.depth, need.depth+1)
		}
	}
	return made
}

// maxDepth is the greatest depth that is evaluated by nested calls.
const maxDepth = 50

// answer returns the number of the outcome for a context.
func (n *node) answer(context *Context) int {
	if !n.asks {
		return n.run(context, nil)
	}
	memo := openMemo()
	defer memo.close()
	if n.depth > maxDepth {
		n.askBelow(context, memo)
	}
	return n.run(context, memo)
}

// askBelow evaluates the deepest nodes first, one after the other, so that calls are not nested deeply.
func (n *node) askBelow(context *Context, memo *memo) {
	type step struct {
		node *node
		at   int
	}
	open := []step{{n, 0}}
	for len(open) > 0 {
		top := &open[len(open)-1]
		if top.at < len(top.node.needs) {
			need := top.node.needs[top.at]
			top.at++
			if need == nil || need.depth < maxDepth {
				continue
			}
			if _, ok := memo.answers[need]; !ok {
				open = append(open, step{need, 0})
			}
			continue
		}
		if top.node != n {
			memo.ask(top.node, context)
		}
		open = open[:len(open)-1]
	}
}

// Most programs read few attributes, and keep their values on the stack.
const (
	fewAttributes  = 4
	someAttributes = 16
)

func (n *node) run(context *Context, memo *memo) int {
	switch count := len(n.program.attributes); {
	case count <= fewAttributes:
		var values [fewAttributes]value
		return n.program.run(context, values[:], memo)
	case count <= someAttributes:
		var values [someAttributes]value
		return n.program.run(context, values[:], memo)
	default:
		return n.runWithMany(context, memo, count)
	}
}

var manyValues = sync.Pool{New: func() any { return new([]value) }}

func (n *node) runWithMany(context *Context, memo *memo, count int) int {
	values := manyValues.Get().(*[]value)
	if cap(*values) < count {
		*values = make([]value, count)
	}
	*values = (*values)[:count]
	outcome := n.program.run(context, *values, memo)
	// Texts of a context must not be retained by the pool.
	clear(*values)
	manyValues.Put(values)
	return outcome
}
