import type { Schedule, Step } from '@bunting/contract'

type Stepped = Pick<Schedule, 'steps'>

/** Tells whether a schedule has not ended: it is running, paused or pending. */
export const isLive = ({ endedAt }: Pick<Schedule, 'endedAt'>): boolean => endedAt === null

export const isDone = ({ status }: Pick<Step, 'status'>): boolean => status === 'done' || status === 'folded'

export const nextStepOf = ({ steps }: Stepped): Step | undefined => steps.find(({ status }) => status === 'waiting')

/** The version that a rollback restores; undefined if no step has run. */
export const baseVersionOf = ({ steps }: Stepped): number | undefined => {
  const first = steps.find(({ version }) => version !== undefined)?.version
  return first === undefined ? undefined : first - 1
}
