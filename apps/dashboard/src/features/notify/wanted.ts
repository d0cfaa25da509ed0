import { useSyncExternalStore } from 'react'

const prefix = 'bunting:notify:'
const listeners = new Set<() => void>()

const read = (userId: string): boolean => {
  try {
    return localStorage.getItem(prefix + userId) === 'yes'
  } catch {
    return false
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether the user turned notifications on in this browser; each browser asks for itself. */
export const useNotifyWanted = (userId: string): boolean => useSyncExternalStore(subscribe, () => read(userId))

export const setNotifyWanted = (userId: string, isWanted: boolean): void => {
  try {
    if (isWanted) localStorage.setItem(prefix + userId, 'yes')
    else localStorage.removeItem(prefix + userId)
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
  for (const listener of listeners) listener()
}
