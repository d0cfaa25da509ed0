import { useEffect } from 'react'

/** Keeps what is shown of a project as it is, whoever changes it. What that takes comes after the page. */
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
