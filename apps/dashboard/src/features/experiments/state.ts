import type { Experiment } from '../../api/experiments.ts'
import { plural } from '../../format/number.ts'
import { relativeTime, sayDate } from '../../format/time.ts'

type State = Experiment['status'] | 'shipped'

/** What became of an experiment: one whose variant was shipped is more than stopped. */
export const stateOf = ({ status, decision }: Pick<Experiment, 'status' | 'decision'>): State =>
  decision === null ? status : 'shipped'

export const states: Record<State, { name: string; look: 'accent' | 'yes' | 'warn' | 'line' | undefined }> = {
  draft: { name: 'Draft', look: 'line' },
  pending: { name: 'Waiting', look: 'warn' },
  running: { name: 'Running', look: 'accent' },
  stopped: { name: 'Stopped', look: undefined },
  shipped: { name: 'Shipped', look: 'yes' },
}

/** The order of lists: what needs somebody first, and what is over last. */
export const stateRank: Record<State, number> = { running: 0, pending: 1, draft: 2, stopped: 3, shipped: 3 }

const dayMs = 86_400_000

/** `day 9 of 14`, `day 9`, `for approval`, `made 2 days ago`, `12 Nov`. */
export const sayWhen = (experiment: Experiment, now: Date): string => {
  const { createdAt, startedAt, stoppedAt, plannedEnd, status } = experiment
  if (status === 'pending') return 'for approval'
  if (stoppedAt !== null) return sayDate(new Date(stoppedAt), now)
  if (startedAt === null) return `made ${relativeTime(new Date(createdAt), now)}`
  const startMs = Date.parse(startedAt)
  const day = Math.floor((now.getTime() - startMs) / dayMs) + 1
  if (plannedEnd === null) return `day ${Math.max(day, 1)}`
  const days = Math.max(1, Math.round((Date.parse(plannedEnd) - startMs) / dayMs))
  return day > days ? `day ${day}, planned were ${days}` : `day ${Math.max(day, 1)} of ${days}`
}

/** `5 days to the planned end`; undefined where none is planned, or it is over. */
export const sayDaysLeft = ({ plannedEnd, status }: Experiment, now: Date): string | undefined => {
  if (plannedEnd === null || status !== 'running') return undefined
  const days = Math.ceil((Date.parse(plannedEnd) - now.getTime()) / dayMs)
  return days > 0 ? `${plural(days, 'day')} to the planned end` : undefined
}
