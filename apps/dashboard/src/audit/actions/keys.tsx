import { metaText } from '../entry.ts'
import { InEnvironment } from '../refs.tsx'
import type { ActionWords } from './action.ts'

export const apiKeyCreated: ActionWords = {
  label: 'Key created',
  resourceType: 'api_key',
  Says: ({ entry, names }) => (
    <>
      created the {metaText(entry, 'type')} key <b dir="auto">{metaText(entry, 'description')}</b>{' '}
      <code>{metaText(entry, 'keyPrefix')}</code>
      <InEnvironment entry={entry} names={names} />
    </>
  ),
}

export const apiKeyRotated: ActionWords = {
  label: 'Key rotated',
  resourceType: 'api_key',
  Says: ({ entry, names }) => (
    <>
      gave the key <b dir="auto">{names.apiKey(entry.resourceId)?.description}</b> a new secret{' '}
      <code>{metaText(entry, 'keyPrefix')}</code>
      <InEnvironment entry={entry} names={names} word="of" />
    </>
  ),
}

export const apiKeyRevoked: ActionWords = {
  label: 'Key revoked',
  resourceType: 'api_key',
  Says: ({ entry, names }) => (
    <>
      revoked the key <b dir="auto">{names.apiKey(entry.resourceId)?.description}</b>{' '}
      <code>{metaText(entry, 'keyPrefix')}</code>
      <InEnvironment entry={entry} names={names} word="of" />
    </>
  ),
}
