import { useLayoutEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/**
 * Sets a class on the root element while the component is mounted. `html:has()` would do the same, but the browser would
 * search all of a long page at every change. So it would for a style of anything inside the root element that depends on
 * the class: see `useHasRootClass`.
 */
export const useRootClass = (name: string): void =>
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add(name)
    tell()
    return () => {
      classList.remove(name)
      tell()
    }
  }, [name])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells whether the root element has a class, for a component that looks different then. */
export const useHasRootClass = (name: string): boolean =>
  useSyncExternalStore(subscribe, () => document.documentElement.classList.contains(name))
