import { type Cost, costWithNeeds, noCost } from '../compile/cost.ts'
import type { EvaluationContext } from '../types.ts'
import { type Ask, type EvaluationId, nextEvaluation } from './memo.ts'

/** A compiled flag or segment, which may depend on the answers of those that it names. */
export type Node<Answer> = {
  /** Once per evaluation, however many nodes name it. */
  readonly ask: Ask<Answer>
  /** Each time anew. */
  readonly askAnew: Ask<Answer>
  /** The nodes that it names, in order; undefined for a flag that does not exist. */
  readonly needs: Needs
  /** Whether others name it. */
  readonly isNamed: boolean
  /** The cost of evaluating it alone, and with all that it needs; zero where costs are not reckoned. */
  readonly ownCost: Cost
  readonly cost: Cost
  /** How far down it goes: 0 where it names nothing. */
  readonly depth: number
  /** All that it needs, itself too, where nothing of that is needed twice and it is not much. */
  readonly tree: ReadonlySet<Ask<unknown>> | undefined
}

export type Needs = readonly (Node<unknown> | undefined)[]

/** The nodes that a node names, and whether others name it. */
export type Naming = Pick<Node<unknown>, 'needs' | 'isNamed'>

/** Deeper ones are not asked through each other's calls: the stack has an end. */
const maxDepth = 50
const maxTree = 32

/** Whether a node, and what it names, answers once per evaluation, or each time anew. */
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

/** All that several need, where nothing of it is needed twice. */
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

/** As one of several nodes of one evaluation. */
export const askIn = <Answer>(node: Node<Answer>): Ask<Answer> =>
  node.depth > maxDepth ? (context, evaluation) => askDeep(node, context, evaluation) : node.ask

/** By itself. */
export const askAlone = <Answer>(node: Node<Answer>): ((context: EvaluationContext) => Answer) => {
  if (node.tree) return node.askAnew as (context: EvaluationContext) => Answer
  const ask = askIn(node)
  return (context) => ask(context, nextEvaluation())
}

/** Asks what lies far below first, one after the other, so that no call goes deep. */
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
