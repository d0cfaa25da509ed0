import { type RefObject, useLayoutEffect, useState } from 'react'

/** The inner width of an element in pixels, measured before it is painted; undefined while there is nothing to measure. */
export const useWidth = (element: RefObject<HTMLElement | null>): number | undefined => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(measured.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width === 0 ? undefined : width
}
