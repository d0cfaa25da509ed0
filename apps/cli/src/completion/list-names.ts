import { type Client, createClient, type Project } from '@bunting/contract'
import type { Environment } from '../core/environment.ts'
import type { Completion } from '../core/parameters.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { findConnection } from '../server/connection.ts'
import { findProject } from '../server/find-project.ts'

export type Candidate = { word: string; description: string }

type Input = { environment: Environment; profiles: Profiles; chosen: Record<string, string>; typed: string }

/** The timeout of a completion. */
const timeoutMs = 2_000
const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })

const open = (input: Input): { api: Client; project: () => Promise<Project> } => {
  const connection = findConnection(input, input.chosen.profile)
  const api = createClient({ baseUrl: connection.url, key: connection.key, fetch: fetchWithTimeout })
  return { api, project: () => findProject(api, input.chosen.project ?? connection.project) }
}

/** Names that the server or the profiles know. */
export const listNames: Record<Exclude<Completion, 'file'>, (input: Input) => Promise<Candidate[]>> = {
  profile: async ({ profiles }) =>
    profiles.list().map(({ name, profile }) => ({ word: name, description: profile.url })),
  project: async (input) => {
    const { items } = await open(input).api.listProjects({ query: { limit: 100 } })
    return items.map(({ slug, name }) => ({ word: slug, description: name }))
  },
  environment: async (input) => {
    const { api, project } = open(input)
    const params = { projectId: (await project()).id }
    const { items } = await api.listEnvironments({ params, query: { limit: 100 } })
    return items.map(({ slug, name }) => ({ word: slug, description: name }))
  },
  flag: async (input) => {
    const { api, project } = open(input)
    const params = { projectId: (await project()).id }
    const { items } = await api.listFlags({ params, query: { limit: 100, search: input.typed || undefined } })
    return items.map(({ key, name }) => ({ word: key, description: name }))
  },
  segment: async (input) => {
    const { api, project } = open(input)
    const params = { projectId: (await project()).id }
    const { items } = await api.listSegments({ params, query: { limit: 100, search: input.typed || undefined } })
    return items.map(({ key, name }) => ({ word: key, description: name }))
  },
  schedule: async (input) => {
    const { api, project } = open(input)
    const params = { projectId: (await project()).id }
    const { items } = await api.listProjectSchedules({ params, query: { limit: 100 } })
    return items.map(({ id, status, comment }) => ({ word: id, description: comment ?? status }))
  },
  metric: async (input) => {
    const { api, project } = open(input)
    const params = { projectId: (await project()).id }
    const { items } = await api.listMetrics({ params, query: { limit: 100, search: input.typed || undefined } })
    return items.map(({ key, name }) => ({ word: key, description: name }))
  },
  experiment: async (input) => {
    const { api, project } = open(input)
    const params = { projectId: (await project()).id }
    const { items } = await api.listProjectExperiments({ params, query: { limit: 100 } })
    return items.map(({ id, status, name }) => ({ word: id, description: `${name} (${status})` }))
  },
  member: async (input) => {
    const { items } = await open(input).api.listMembers({ query: { limit: 100 } })
    return items.flatMap(({ email, name }) => (email === null ? [] : [{ word: email, description: name }]))
  },
  webhook: async (input) => {
    const { items } = await open(input).api.listWebhooks({ query: { limit: 100 } })
    return items.map(({ id, url }) => ({ word: id, description: url }))
  },
}
