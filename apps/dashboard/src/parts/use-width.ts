import { useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is, in pixels, as long as it is there: for what is placed by how much room there is. */
export const useWidth = <Of extends HTMLElement>(usualPx: number) => {
  const ref = useRef<Of>(null)
  const [widthPx, setWidth] = useState(usualPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth || usualPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [usualPx])
  return { ref, widthPx }
}
