import { useSyncExternalStore } from 'react'

const stepMs = 60_000
const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = new Date()
    for (const tell of listeners) tell()
  }, stepMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const read = (): Date => {
  // While nobody listened the clock stood still.
  if (timer === undefined && Date.now() - now.getTime() > stepMs) now = new Date()
  return now
}

/** The time, a minute at a time: one clock for everything that says "5 min ago". */
export const useNow = (): Date => useSyncExternalStore(subscribe, read)
