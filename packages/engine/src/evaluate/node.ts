import { type Cost, costWithNeeds, noCost } from '../compile/cost.ts'
import type { EvaluationContext } from '../types.ts'
import { type Ask, type EvaluationId, nextEvaluation } from './memo.ts'

/** A compiled flag or segment, which may depend on the answers of those that it names. */
export type Node<Answer> = {
  /** Computes the answer once per evaluation, however many nodes name this one. */
  readonly ask: Ask<Answer>
  /** Computes the answer on each call. */
  readonly askAnew: Ask<Answer>
  /** The nodes that it names, in order; undefined for a flag that does not exist. */
  readonly needs: Needs
  /** Tells whether other nodes name it. */
  readonly isNamed: boolean
  /** The cost of evaluating it alone, and with all that it needs; zero if costs are not computed. */
  readonly ownCost: Cost
  readonly cost: Cost
  /** The length of the longest chain of nodes below it; 0 if it names none. */
  readonly depth: number
  /** Its `ask`, and those of all that it needs; undefined if any is needed twice, or if there are too many. */
  readonly tree: ReadonlySet<Ask<unknown>> | undefined
}

export type Needs = readonly (Node<unknown> | undefined)[]

/** The nodes that a node names, and whether others name it. */
export type Naming = Pick<Node<unknown>, 'needs' | 'isNamed'>

/** The greatest depth that is evaluated by nested calls, because the stack is limited. */
const maxDepth = 50
const maxTree = 32

/** Whether a node, and those it names, answer from the memo of the evaluation or compute on each call. */
export type Asking = 'once' | 'anew'

export function nodeOf<Answer>(
  naming: Naming,
  askOf: (asking: Asking) => Ask<Answer>,
  ownCost: Cost = noCost,
): Node<Answer> {
  const { needs, isNamed } = naming
  const there = needs.filter((need) => need !== undefined)
  const tree = treeOf(there)
  // A node without dependents and dependencies has nothing to memoize.
  const ask = askOf(isNamed || needs.length > 0 ? 'once' : 'anew')
  const depth = there.reduce((deepest, need) => Math.max(deepest, need.depth + 1), 0)
  tree?.add(ask)
  const cost = costWithNeeds(ownCost, there)
  return { ask, askAnew: tree ? askOf('anew') : ask, ...naming, ownCost, cost, depth, tree }
}

/** The union of all that several nodes need; undefined if any is needed twice. */
function treeOf(needs: readonly Node<unknown>[]): Set<Ask<unknown>> | undefined {
  const tree = new Set<Ask<unknown>>()
  let size = 0
  for (const need of needs) {
    size += need.tree?.size ?? maxTree
    if (size >= maxTree) return undefined
    for (const each of need.tree ?? []) tree.add(each)
  }
  return tree.size === size ? tree : undefined
}

/** Evaluates a node together with others in one evaluation. */
export const askIn = <Answer>(node: Node<Answer>): Ask<Answer> =>
  node.depth > maxDepth ? (context, evaluation) => askDeep(node, context, evaluation) : node.ask

/** Evaluates a node by itself. */
export const askAlone = <Answer>(node: Node<Answer>): ((context: EvaluationContext) => Answer) => {
  if (node.tree) return node.askAnew as (context: EvaluationContext) => Answer
  const ask = askIn(node)
  return (context) => ask(context, nextEvaluation())
}

/** Evaluates the deepest nodes first, one after the other, so that no call is nested deeply. */
function askDeep<Answer>(node: Node<Answer>, context: EvaluationContext, evaluation: EvaluationId): Answer {
  const known = new Set<Node<unknown>>()
  const open: { node: Node<unknown>; at: number }[] = [{ node, at: 0 }]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { needs } = top.node
    if (top.at < needs.length) {
      const need = needs[top.at++]
      if (need && need.depth >= maxDepth && !known.has(need)) open.push({ node: need, at: 0 })
    } else {
      top.node.ask(context, evaluation)
      known.add(top.node)
      open.pop()
    }
  }
  return node.ask(context, evaluation)
}
