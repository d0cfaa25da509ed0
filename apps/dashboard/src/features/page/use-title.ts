import { useEffect } from 'react'
import { useWaitingCount } from '../../api/waiting.ts'

/** The window's title, with how many proposals wait for me: it is read in a tab that nobody looks at. */
export const useTitle = (title: string): void => {
  const waiting = useWaitingCount() ?? 0
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Bunting`
  }, [title, waiting])
}
