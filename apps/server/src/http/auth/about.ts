import type { About } from '../../store/tables/about.ts'
import { isPlausible } from '../endpoint/resources.ts'

/** The resource of a path that decides in which project the caller's role counts. */
export const aboutOf = (params: Record<string, string>): About | undefined => {
  const { projectId = '', proposalId = '', scheduleId = '', experimentId = '' } = params
  if (isPlausible(projectId)) return { projectId }
  if (isPlausible(proposalId)) return { proposalId }
  if (isPlausible(scheduleId)) return { scheduleId }
  if (isPlausible(experimentId)) return { experimentId }
  return undefined
}
