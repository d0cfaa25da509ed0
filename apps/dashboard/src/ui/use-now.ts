import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** A clock shared by all components that show the time. Its timer runs while at least one of them is mounted. */
const makeClock = (stepMs: number) => {
  const listeners = new Set<() => void>()
  let now = new Date()
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    subscribe: (listener: () => void) => {
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
    },
    read: (): Date => {
      if (timer === undefined && Date.now() - now.getTime() > stepMs) now = new Date()
      return now
    },
  }
}

const byMinute = makeClock(minuteMs)
const bySecond = makeClock(1_000)

/** The current time, updated every minute, or every second. */
export const useNow = (withSeconds = false): Date => {
  const { subscribe, read } = withSeconds ? bySecond : byMinute
  return useSyncExternalStore(subscribe, read)
}
