import { FlagsError } from '../failure.ts'

/** Takes the place of `track` without telemetry: an event that goes nowhere is reported, once. */
export const untracked = (onError: (error: FlagsError) => void): (() => void) => {
  let isTold = false
  return () => {
    if (isTold) return
    isTold = true
    onError(new FlagsError('TELEMETRY', 'track sends nothing: open the flags with telemetry: { url }.'))
  }
}
