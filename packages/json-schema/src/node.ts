import { addEvaluated, type Evaluated, nothingEvaluated } from './evaluated.ts'
import { schemaLimits } from './limits.ts'
import { type Run, spend, tell, tooLong } from './run.ts'

/** Tells whether a value fulfils a keyword, and reports why if it does not. */
export type Check = (value: unknown, run: Run, seen: Evaluated | undefined) => boolean

/** A compiled schema. Its checks are filled in after it is created, since schemas may refer to each other. */
export type Node = {
  readonly checks: Check[]
  /** Tells whether it needs to know what was evaluated. */
  watches: boolean
  /** Tells whether it allows values of this type. */
  admits: (value: unknown) => boolean
}

export const makeNode = (): Node => ({ checks: [], watches: false, admits: () => true })

export const anything = makeNode()

export const nothing: Node = { ...makeNode(), checks: [(_, run) => tell(run, 'must not be given')] }

/** Applies a schema. `seen` collects the evaluated parts, if anything needs them. */
export function fits(node: Node, value: unknown, run: Run, seen?: Evaluated): boolean {
  if (++run.depth > schemaLimits.depth) throw tooLong
  const own = node.watches ? nothingEvaluated() : seen
  const holds = all(node.checks, value, run, own)
  if (own && seen && own !== seen) addEvaluated(seen, own, run)
  run.depth--
  return holds
}

function all(checks: readonly Check[], value: unknown, run: Run, seen: Evaluated | undefined): boolean {
  spend(run, 1)
  let holds = true
  for (const check of checks) {
    spend(run, 1)
    if (check(value, run, seen)) continue
    if (run.isQuiet) return false
    holds = false
  }
  return holds
}

/** Applies a schema to a part of the value. */
export function fitsAt(node: Node, part: string | number, value: unknown, run: Run): boolean {
  run.path.push(part)
  const holds = fits(node, value, run)
  run.path.pop()
  return holds
}

/** Applies a schema without reporting problems. */
export function fitsQuietly(node: Node, value: unknown, run: Run, seen?: Evaluated): boolean {
  const { isQuiet } = run
  run.isQuiet = true
  const holds = fits(node, value, run, seen)
  run.isQuiet = isQuiet
  return holds
}

/** Applies an alternative. Its evaluated parts count only if the value fits. */
export function fitsAlternative(node: Node, value: unknown, run: Run, seen: Evaluated | undefined): boolean {
  if (!seen) return fitsQuietly(node, value, run)
  const own = nothingEvaluated()
  const holds = fitsQuietly(node, value, run, own)
  if (holds) addEvaluated(seen, own, run)
  return holds
}
