import type { About } from '../store/about.ts'
import { isPlausible } from './resources.ts'

/** What a path names that is in a project, where somebody's role may be another than in the organization. */
export const aboutOf = ({ projectId = '', proposalId = '' }: Record<string, string>): About | undefined => {
  if (isPlausible(projectId)) return { projectId }
  if (isPlausible(proposalId)) return { proposalId }
  return undefined
}
