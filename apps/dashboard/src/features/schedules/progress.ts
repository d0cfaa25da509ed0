import type { Schedule, Step } from '@bunting/contract'

type Stepped = Pick<Schedule, 'steps'>

/** It runs, is paused, or waits for its approval. */
export const isLive = ({ endedAt }: Pick<Schedule, 'endedAt'>): boolean => endedAt === null

export const isDone = ({ status }: Pick<Step, 'status'>): boolean => status === 'done' || status === 'folded'

export const nextStepOf = ({ steps }: Stepped): Step | undefined => steps.find(({ status }) => status === 'waiting')

/** The version that a rollback brings back; undefined where no step has run. */
export const baseVersionOf = ({ steps }: Stepped): number | undefined => {
  const first = steps.find(({ version }) => version !== undefined)?.version
  return first === undefined ? undefined : first - 1
}
