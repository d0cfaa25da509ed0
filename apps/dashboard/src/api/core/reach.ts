import { useSyncExternalStore } from 'react'

/** Whether the service answers: one request that got no answer is a doubt, a second is an outage. */
type Reach = 'here' | 'doubtful' | 'away'

let reach: Reach = 'here'
const listeners = new Set<() => void>()
const onBack = new Set<() => void>()

const become = (next: Reach): void => {
  if (next === reach) return
  const wasAway = reach === 'away'
  reach = next
  for (const tell of listeners) tell()
  if (next === 'here' && wasAway) for (const tell of onBack) tell()
}

/** One answer does not end an outage, in which others may still get none: that takes one to `askAgain`. */
export const noteAnswer = (): void => {
  if (reach === 'doubtful') become('here')
}

export const noteReturn = (): void => become('here')

/** True for the first silence, after which the caller asks once more. */
export const noteSilence = (): boolean => {
  const isFirst = reach === 'here'
  become(isFirst ? 'doubtful' : 'away')
  return isFirst
}

/** Whether the last request got no answer. */
export const isUnanswered = (): boolean => reach !== 'here'

/** After an outage, once the service answers again. */
export const whenBack = (tell: () => void): void => void onBack.add(tell)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsAway = (): boolean => useSyncExternalStore(subscribe, () => reach === 'away')
