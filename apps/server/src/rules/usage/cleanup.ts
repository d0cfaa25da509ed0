import type { Advice, CleanupReason, Finding, Flag, UserId } from '@bunting/contract'
import { staleReason } from './stale-flags.ts'

type Figures = {
  firstDay: string
  lastDay: string
  evaluationsSince: number
  valuesSince: number
  valueSince: string | null
}

type Known = {
  figures: Figures | undefined
  /** The first day of the figures. */
  since: string
  today: string
  isMember(id: UserId): boolean
}

/** The reasons to clean a flag up, the strongest first. */
export const findingsOf = (flag: Flag, known: Known): Finding[] => [
  ...pastEnd(flag, known),
  ...unused(flag, known),
  ...withoutOwner(flag, known),
]

const pastEnd = ({ expectedEnd }: Flag, { today }: Known): Finding[] =>
  expectedEnd !== undefined && expectedEnd < today ? [{ reason: 'past_end', expectedEnd }] : []

const unused = (flag: Flag, { figures, since }: Known): Finding[] => {
  const reason = staleReason(flag, figures, since)
  if (reason === null) return []
  if (!figures) return [{ reason: 'never_evaluated' }]
  if (reason === 'not_evaluated') return [{ reason, lastEvaluatedOn: figures.lastDay }]
  return [{ reason, value: figures.valueSince ?? 'null', evaluations: figures.evaluationsSince }]
}

const withoutOwner = ({ ownerId }: Flag, { isMember }: Known): Finding[] => {
  if (ownerId === undefined) return [{ reason: 'no_owner' }]
  return isMember(ownerId) ? [] : [{ reason: 'no_owner', ownerId }]
}

/**
 * Advises what to do with a flag, by its usage and whether code names it. `references` is undefined if no code was scanned; then
 * usage alone decides.
 */
export const adviceOf = (findings: readonly Finding[], references: number | undefined): Advice => {
  const has = (wanted: CleanupReason) => findings.some(({ reason }) => reason === wanted)
  if (has('never_evaluated') || has('not_evaluated')) return references ? 'take_out' : 'archive'
  if (has('single_value')) return references === 0 ? 'find_callers' : 'take_out'
  return has('past_end') ? 'end' : 'own'
}
