import type { CleanupReason } from '@bunting/contract'
import type { CleanupFlag } from '../../api/health.ts'

/** What to do with a flag, the safest first. */
const todos = ['archive', 'end', 'take-out', 'own'] as const
export type Todo = (typeof todos)[number]

export const has = ({ findings }: Pick<CleanupFlag, 'findings'>, wanted: CleanupReason): boolean =>
  findings.some(({ reason }) => reason === wanted)

/** What nobody asks for can go; what everybody gets is taken out of the code first; what has its time may get more. */
export const whatToDo = (flag: Pick<CleanupFlag, 'findings'>): Todo => {
  if (has(flag, 'never_evaluated') || has(flag, 'not_evaluated')) return 'archive'
  if (has(flag, 'single_value')) return 'take-out'
  return has(flag, 'past_end') ? 'end' : 'own'
}

/** What can go comes first. Most projects begin without owners: what only lacks one comes last. */
export const safestFirst = <Flag extends Pick<CleanupFlag, 'findings'>>(flags: readonly Flag[]): readonly Flag[] =>
  flags.toSorted((a, b) => todos.indexOf(whatToDo(a)) - todos.indexOf(whatToDo(b)))
