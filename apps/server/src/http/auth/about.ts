import type { About } from '../../store/tables/about.ts'
import { isPlausible } from '../endpoint/resources.ts'

/** What a path names that is in a project, where somebody's role may be another than in the organization. */
export const aboutOf = (params: Record<string, string>): About | undefined => {
  const { projectId = '', proposalId = '', scheduleId = '' } = params
  if (isPlausible(projectId)) return { projectId }
  if (isPlausible(proposalId)) return { proposalId }
  if (isPlausible(scheduleId)) return { scheduleId }
  return undefined
}
