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
        let <b>{metaText(entry, 'name')}</b> into the organization as{' '}
        {articles[metaText(entry, 'role') ?? ''] ?? 'a member'}
      </>
    ),
}

export const memberUpdated: ActionWords = {
  label: 'Role changed',
  resourceType: 'member',
  Says: ({ entry }) => (
    <>
      made <b>{metaText(entry, 'name')}</b> {articles[metaText(entry, 'role') ?? ''] ?? 'a member'}
    </>
  ),
}

export const memberRemoved: ActionWords = {
  label: 'Member removed',
  resourceType: 'member',
  Says: ({ entry }) => (
    <>
      removed <b>{metaText(entry, 'name')}</b> from the organization
    </>
  ),
}
