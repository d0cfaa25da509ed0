import type { Advice, CleanupReason } from '@bunting/contract'
import type { CleanupFlag } from '../../api/health.ts'

/** The things to do with a flag, the safest first. */
const safest: readonly Advice[] = ['archive', 'end', 'take_out', 'find_callers', 'own']

/** The steps that are done here; all others are done in code. */
export type Todo = Extract<Advice, 'archive' | 'end' | 'own'>

export const has = ({ findings }: Pick<CleanupFlag, 'findings'>, wanted: CleanupReason): boolean =>
  findings.some(({ reason }) => reason === wanted)

/** Flags that can be archived come first, those that only lack an owner last: most projects begin without owners. */
export const safestFirst = <Flag extends Pick<CleanupFlag, 'advice'>>(flags: readonly Flag[]): readonly Flag[] =>
  flags.toSorted((a, b) => safest.indexOf(a.advice) - safest.indexOf(b.advice))
