import type { CleanupReason } from '@bunting/contract'
import type { CleanupFlag } from '../../api/health.ts'

/** The things to do with a flag, the safest first. */
const todos = ['archive', 'end', 'take-out', 'own'] as const
export type Todo = (typeof todos)[number]

export const has = ({ findings }: Pick<CleanupFlag, 'findings'>, wanted: CleanupReason): boolean =>
  findings.some(({ reason }) => reason === wanted)

/** Archive a flag that nobody asks for; remove one with a single value from the code; extend or remove one past its end. */
export const whatToDo = (flag: Pick<CleanupFlag, 'findings'>): Todo => {
  if (has(flag, 'never_evaluated') || has(flag, 'not_evaluated')) return 'archive'
  if (has(flag, 'single_value')) return 'take-out'
  return has(flag, 'past_end') ? 'end' : 'own'
}

/** Flags that can be archived come first, those that only lack an owner last: most projects begin without owners. */
export const safestFirst = <Flag extends Pick<CleanupFlag, 'findings'>>(flags: readonly Flag[]): readonly Flag[] =>
  flags.toSorted((a, b) => todos.indexOf(whatToDo(a)) - todos.indexOf(whatToDo(b)))
