import { type RefObject, useEffect, useState } from 'react'

/** Tells whether an element has come into view, for what takes a request and is worth it only of rows that somebody sees. */
export const useWasSeen = (element: RefObject<Element | null>): boolean => {
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [wasSeen, element])
  return wasSeen
}
