import { useEffect } from 'react'

/** Keeps the page up to date with changes made elsewhere. Its code loads after the page. */
export const useLive = (projectId: string): void =>
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    void import('./follow.ts').then(({ follow }) => {
      if (!isOver) stop = follow(projectId)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [projectId])
