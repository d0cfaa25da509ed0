import { type Client, type Environment, fail, inEnvironmentOrder, type Project } from '@bunting/contract'
import { cleanText } from './answer/clean.ts'
import type { Door } from './door.ts'
import type { Call } from './tool.ts'

/** Opens what a tool works with for one call. Nothing is kept for the next: an environment may be protected by then. */
export const openCall = (door: Door, clientName: string): Call => {
  const { key, project, dashboardUrl, nowMs, pinnedTo } = door
  const api = door.open(clientName)
  const listEnvironments = async (): Promise<Environment[]> => {
    const all = await readEnvironments(api, project.id)
    return pinnedTo === undefined ? all : all.filter(({ slug }) => slug === pinnedTo)
  }
  const getEnvironment = async (slug: string): Promise<Environment> => {
    if (pinnedTo !== undefined && slug !== pinnedTo) {
      fail('FORBIDDEN', `These tools are kept to the environment ${pinnedTo}.`)
    }
    const all = await listEnvironments()
    const slugs = all.map((one) => one.slug).join(', ')
    return (
      all.find((one) => one.slug === slug) ??
      fail('RESOURCE_NOT_FOUND', `There is no environment "${cleanText(slug, 60)}". There are: ${slugs}.`)
    )
  }
  return { api, key, project, dashboardUrl, nowMs, pinnedTo, listEnvironments, getEnvironment }
}

const readEnvironments = async (api: Client, projectId: string): Promise<Environment[]> => {
  const params = { projectId }
  const project = (await api.getProject({ params })) as Project
  const environments: Environment[] = []
  for (let cursor: number | undefined; ; ) {
    const page = await api.listEnvironments({ params, query: { limit: 100, cursor } })
    environments.push(...(page.items as Environment[]))
    if (page.nextCursor === null) return inEnvironmentOrder(project, environments)
    cursor = page.nextCursor
  }
}
