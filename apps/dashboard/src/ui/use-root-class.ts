import { useLayoutEffect } from 'react'

/**
 * Marks the whole page while this is on it. `html:has()` would say the same, and have the browser look through all of a
 * long page at every change.
 */
export const useRootClass = (name: string): void =>
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name])
