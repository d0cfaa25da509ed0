import { type Client, nearest, type Project } from '@bunting/contract'
import { didYouMean, refuse, wrongUse } from '../core/failure.ts'
import { listAll } from './list-all.ts'

/** Finds a project by slug or id; without either, the only one there is. */
export const findProject = async (api: Client, wanted: string | undefined): Promise<Project> => {
  if (wanted?.startsWith('proj_')) return (await api.getProject({ params: { projectId: wanted } })) as Project
  if (wanted === undefined) return onlyProject(api)
  const { items } = await api.listProjects({ query: { slug: wanted } })
  return (items[0] as Project | undefined) ?? noSuchProject(api, wanted)
}

const onlyProject = async (api: Client): Promise<Project> => {
  const { items } = await api.listProjects({ query: { limit: 2 } })
  if (items.length === 1) return items[0] as Project
  return items.length === 0
    ? refuse('There is no project yet.', 'bunting projects create <slug>')
    : wrongUse('There are several projects: which one?', '--project <slug>', 'bunting use <project> to remember it')
}

const noSuchProject = async (api: Client, wanted: string): Promise<never> => {
  const projects = await listAll((query) => api.listProjects({ query }))
  const near = nearest(
    wanted,
    projects.map(({ slug }) => slug),
  )
  return refuse(`There is no project "${wanted}".${didYouMean(near)}`, 'bunting projects list')
}
