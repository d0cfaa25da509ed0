import { useCallback, useSyncExternalStore } from 'react'

/** The ids of folded rules. Each card subscribes to its own, so that folding one renders only that one. */
const folded = new Set<string>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const setFolded = (ruleIds: readonly string[], isFolded: boolean): void => {
  for (const id of ruleIds) {
    if (isFolded) folded.add(id)
    else folded.delete(id)
  }
  for (const listener of listeners) listener()
}

export const useFolded = (ruleId: string): boolean =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => folded.has(ruleId), [ruleId]),
  )

/** Tells whether all rules are folded. */
export const useAllFolded = (ruleIds: readonly string[]): boolean =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => ruleIds.every((id) => folded.has(id)), [ruleIds]),
  )
