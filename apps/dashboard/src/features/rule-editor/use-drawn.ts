import { startTransition, useEffect, useState } from 'react'

/** The rules rendered at first: more than are in view. */
const atOnce = 8
const perTask = 24

/**
 * The number of rules to render in full. In a long list, the first are rendered at once; the others begin as a summary and
 * are rendered two dozen at a time, while the page can be used. In the end all are, in view or not, so that the browser's
 * search, keys and screen readers find them.
 */
export const useDrawn = (count: number): number => {
  const [drawn, setDrawn] = useState(count > atOnce ? atOnce : Infinity)
  useEffect(() => {
    if (drawn === Infinity) return
    const task = setTimeout(() => startTransition(() => setDrawn(drawn + perTask < count ? drawn + perTask : Infinity)))
    return () => clearTimeout(task)
  }, [drawn, count])
  return drawn
}
