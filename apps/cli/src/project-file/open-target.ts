import { type Client, type Project, seededEnvironments } from '@bunting/contract'
import { draftOf } from '../config/flag-config.ts'
import { listAll } from '../server/list-all.ts'
import type { Site } from './apply.ts'
import type { Current, PendingChange, PendingIds, PendingProposal, Versions } from './plan-parts.ts'
import { type Members, readMembers, readProject, type ServerProject, toProjectFile } from './read-project.ts'

/** The project that a file is imported into, as it is now. */
export type Target = {
  exists: boolean
  site: Site
  current: Current
  versions: Versions
  pending: PendingProposal[]
  changes: PendingChange[]
  ids: PendingIds[]
}

export const openTarget = async (api: Client, slug: string, name: string): Promise<Target> => {
  const { items } = await api.listProjects({ query: { slug } })
  const project = items[0] as Project | undefined
  return project ? existing(api, await readProject(api, project)) : toBeMade(slug, name, await readMembers(api))
}

const existing = async (api: Client, server: ServerProject): Promise<Target> => {
  const { project, environments, segments, flags } = server
  const versions: Versions = (noun, key, env) => {
    const environment = environments.find(({ slug }) => slug === env)
    const found = (noun === 'flag' ? flags : segments).find((each) => each.key === key)
    return (environment && found?.versions[environment.id]?.version) ?? 0
  }
  return {
    exists: true,
    site: {
      projectId: project.id,
      environmentIds: new Map(environments.map(({ slug, id }) => [slug, id])),
      members: server.members,
    },
    current: toProjectFile(server) as Current,
    versions,
    ...(environments.some((environment) => environment.protected) ? await readPending(api, server) : noneWait),
  }
}

type Waiting = Pick<Target, 'pending' | 'changes' | 'ids'>
const noneWait: Waiting = { pending: [], changes: [], ids: [] }

const readPending = async (api: Client, server: ServerProject): Promise<Waiting> => {
  const { project, environments, segments, flags } = server
  const params = { projectId: project.id }
  const proposals = await listAll((query) =>
    api.listProjectProposals({ params, query: { ...query, status: 'pending' } }),
  )
  const keyOf = (id: string | null | undefined) => [...flags, ...segments].find((each) => each.id === id)?.key ?? ''
  const slugOf = (id: string | null) => environments.find((environment) => environment.id === id)?.slug ?? ''
  return {
    pending: proposals.flatMap(({ id, flagId, segmentId, environmentId, proposedConfig }): PendingProposal[] => {
      if (!proposedConfig) return []
      const noun = segmentId === undefined ? 'flag' : 'segment'
      return [{ id, noun, key: keyOf(flagId ?? segmentId), env: slugOf(environmentId), draft: draftOf(proposedConfig) }]
    }),
    changes: proposals.flatMap(({ id, flagId, change }) =>
      change && flagId ? [{ id, key: keyOf(flagId), change }] : [],
    ),
    ids: proposals.flatMap(({ id, kind, segmentId, environmentId }) =>
      kind === 'segmentIds' ? [{ id, key: keyOf(segmentId), env: slugOf(environmentId) }] : [],
    ),
  }
}

/** The target of an import that creates its project. A new project starts with these environments. */
const toBeMade = (slug: string, name: string, members: Members): Target => ({
  exists: false,
  site: { projectId: '', environmentIds: new Map(), members },
  current: {
    bunting: 1,
    project: { slug, name },
    environments: Object.fromEntries(
      seededEnvironments.map((seeded) => [seeded.slug, { name: seeded.name, color: seeded.color, protected: false }]),
    ),
    segments: {},
    flags: {},
  },
  versions: () => 0,
  ...noneWait,
})
