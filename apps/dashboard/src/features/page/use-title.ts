import { useEffect } from 'react'
import { useWaitingCount } from '../../api/waiting.ts'

/** Sets the window's title, with the number of proposals to approve, which shows even if the tab is in the background. */
export const useTitle = (title: string): void => {
  const waiting = useWaitingCount() ?? 0
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Bunting`
  }, [title, waiting])
}
