import { followProject } from './follow-project.ts'
import { openReader } from './read-changed.ts'

/** Reads again what changes in a project, until it is told to stop. */
export const follow = (projectId: string): (() => void) => {
  const reader = openReader(projectId)
  const stop = followProject(projectId, reader.tell)
  return () => {
    stop()
    reader.close()
  }
}
