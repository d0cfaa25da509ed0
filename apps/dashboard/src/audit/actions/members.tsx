import { metaText } from '../entry.ts'
import type { ActionWords } from './action.ts'

const articles: Record<string, string> = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' }

export const memberJoined: ActionWords = {
  label: 'Member joined',
  resourceType: 'member',
  Says: ({ entry }) =>
    entry.actorId === entry.resourceId ? (
      <>joined the organization as {articles[metaText(entry, 'role') ?? ''] ?? 'a member'}</>
    ) : (
      <>
        let <b dir="auto">{metaText(entry, 'name')}</b> into the organization as{' '}
        {articles[metaText(entry, 'role') ?? ''] ?? 'a member'}
      </>
    ),
}

export const memberUpdated: ActionWords = {
  label: 'Role changed',
  resourceType: 'member',
  Says: ({ entry, names }) => {
    const role = metaText(entry, 'role')
    const projects = Object.entries(entry.meta.projects ?? {})
    const here = projects.find(([projectId]) => projectId === names.projectId)
    const made = [
      ...(role !== undefined || projects.length === 0 ? [articles[role ?? ''] ?? 'a member'] : []),
      ...(here ? [`${articles[String(here[1])] ?? 'the same as elsewhere'} in this project`] : []),
    ]
    return made.length > 0 ? (
      <>
        made <b dir="auto">{metaText(entry, 'name')}</b> {made.join(' and ')}
      </>
    ) : (
      <>
        changed the role of <b dir="auto">{metaText(entry, 'name')}</b> in another project
      </>
    )
  },
}

export const memberRemoved: ActionWords = {
  label: 'Member removed',
  resourceType: 'member',
  Says: ({ entry }) => (
    <>
      removed <b dir="auto">{metaText(entry, 'name')}</b> from the organization
    </>
  ),
}
