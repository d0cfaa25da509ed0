import { startTransition, useEffect, useState } from 'react'

/** More than are in view at first. */
const atOnce = 8
const perTask = 24

/**
 * How many rules are whole. Of a long list the first are at once; the others say in a line what is in them and become whole
 * two dozen at a time, while the page can be used. In the end all are, whether they are in view or not: what is searched for,
 * stepped through by keys or read aloud is there.
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
