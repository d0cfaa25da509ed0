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

/** Tells whether the user turned notifications on in this browser; each browser has its own setting. */
export const useNotifyWanted = (userId: string): boolean => useSyncExternalStore(subscribe, () => read(userId))

export const setNotifyWanted = (userId: string, isWanted: boolean): void => {
  try {
    if (isWanted) localStorage.setItem(prefix + userId, 'yes')
    else localStorage.removeItem(prefix + userId)
  } catch {
    // Without storage, the setting is not kept.
  }
  for (const listener of listeners) listener()
}
