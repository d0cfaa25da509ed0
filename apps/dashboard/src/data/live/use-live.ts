import { useEffect } from 'react'
import { followProject } from './follow-project.ts'
import { openReader } from './read-changed.ts'

/** Keeps what is shown of a project as it is, whoever changes it. */
export const useLive = (projectId: string): void =>
  useEffect(() => {
    const reader = openReader(projectId)
    const stop = followProject(projectId, reader.tell)
    return () => {
      stop()
      reader.close()
    }
  }, [projectId])
