import { followProject } from './follow-project.ts'
import { openReader } from './read-changed.ts'

/** Reads changed data of a project again, until the returned function is called. */
export const follow = (projectId: string): (() => void) => {
  const reader = openReader(projectId)
  const stop = followProject(projectId, reader.tell)
  return () => {
    stop()
    reader.close()
  }
}
