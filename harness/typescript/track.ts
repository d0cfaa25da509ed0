import type { EvaluationContext, Flags } from '@bunting/sdk-server'
import { throwing } from './evaluate.ts'

export type Tracked = {
  name?: unknown
  context?: unknown
  value?: unknown
  /** `throws`: reading the attributes of the context throws. */
  hostile?: string
  /** The number of calls; 1 by default. */
  times?: number
}

/** Calls `track` with the arguments unchanged, of whatever type they are. */
export const trackNatively = (flags: Flags, { name, context, value, hostile, times = 1 }: Tracked): void => {
  const who = (hostile === 'throws' ? throwing : context) as EvaluationContext
  const details = value === undefined ? undefined : { value: value as number }
  for (let time = 0; time < times; time++) flags.track(name as string, who, details)
}
