import { useSyncExternalStore } from 'react'

/** Whether the service answers: after one request without an answer it is doubtful, after a second it is away. */
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

/** An answer ends a doubt but not an outage, in which other requests may still fail: only `askAgain` ends that. */
export const noteAnswer = (): void => {
  if (reach === 'doubtful') become('here')
}

export const noteReturn = (): void => become('here')

/** Notes a request without an answer. True for the first: the caller then asks once more. */
export const noteSilence = (): boolean => {
  const isFirst = reach === 'here'
  become(isFirst ? 'doubtful' : 'away')
  return isFirst
}

/** Tells whether the last request got no answer. */
export const isUnanswered = (): boolean => reach !== 'here'

/** Registers a function to call when the service answers again after an outage. */
export const whenBack = (tell: () => void): void => void onBack.add(tell)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsAway = (): boolean => useSyncExternalStore(subscribe, () => reach === 'away')
