import type { EvaluationContext, Flags } from '@bunting/sdk-server'
import { throwing } from './evaluate.ts'

export type Tracked = {
  name?: unknown
  context?: unknown
  value?: unknown
  /** `throws`: the context's attributes throw where they are read. */
  hostile?: string
  /** How often; once unless said. */
  times?: number
}

/** What it is called with is passed on as it came, whatever it is. */
export const trackNatively = (flags: Flags, { name, context, value, hostile, times = 1 }: Tracked): void => {
  const who = (hostile === 'throws' ? throwing : context) as EvaluationContext
  const details = value === undefined ? undefined : { value: value as number }
  for (let time = 0; time < times; time++) flags.track(name as string, who, details)
}
