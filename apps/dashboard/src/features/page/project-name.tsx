import { useParams } from '@tanstack/react-router'
import { useProjects } from '../../api/projects.ts'

/** The project in view, as the first breadcrumb. */
export const ProjectName = () => {
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const { items = [] } = useProjects()
  return items.find(({ id }) => id === projectId)?.name ?? '\u00a0'
}
