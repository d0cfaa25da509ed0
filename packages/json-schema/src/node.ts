import { addEvaluated, type Evaluated, nothingEvaluated } from './evaluated.ts'
import { schemaLimits } from './limits.ts'
import { type Run, spend, tell, tooLong } from './run.ts'

/** Whether a value meets a keyword; where it does not, it tells why. */
export type Check = (value: unknown, run: Run, seen: Evaluated | undefined) => boolean

/** A schema, ready to be applied. Its checks are filled in after it is made, since schemas may name each other. */
export type Node = {
  readonly checks: Check[]
  /** Whether it asks what was evaluated. */
  watches: boolean
  /** Whether a value is of a type that it allows. */
  admits: (value: unknown) => boolean
}

export const makeNode = (): Node => ({ checks: [], watches: false, admits: () => true })

export const anything = makeNode()

export const nothing: Node = { ...makeNode(), checks: [(_, run) => tell(run, 'must not be given')] }

/** `seen` collects what is evaluated, where anybody asks for it. */
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

/** Applies it to a part of the value. */
export function fitsAt(node: Node, part: string | number, value: unknown, run: Run): boolean {
  run.path.push(part)
  const holds = fits(node, value, run)
  run.path.pop()
  return holds
}

/** Tells nothing. */
export function fitsQuietly(node: Node, value: unknown, run: Run, seen?: Evaluated): boolean {
  const { isQuiet } = run
  run.isQuiet = true
  const holds = fits(node, value, run, seen)
  run.isQuiet = isQuiet
  return holds
}

/** What was evaluated counts only where the value fits. */
export function fitsAlternative(node: Node, value: unknown, run: Run, seen: Evaluated | undefined): boolean {
  if (!seen) return fitsQuietly(node, value, run)
  const own = nothingEvaluated()
  const holds = fitsQuietly(node, value, run, own)
  if (holds) addEvaluated(seen, own, run)
  return holds
}
