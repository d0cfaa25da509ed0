import { useLayoutEffect } from 'react'

/**
 * Sets a class on the root element while the component is mounted. `html:has()` would do the same, but the browser would
 * search all of a long page at every change.
 */
export const useRootClass = (name: string): void =>
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name])
