import type { ActionWords } from './action.ts'
import { metaText, place } from './entry.ts'

export const apiKeyCreated: ActionWords = {
  label: 'Key created',
  resourceType: 'api_key',
  says: (entry) => [
    `created the ${metaText(entry, 'type')} key `,
    { is: 'name', text: metaText(entry, 'description') },
    ' ',
    { is: 'code', text: metaText(entry, 'keyPrefix') },
    place(entry),
  ],
}

export const apiKeyRotated: ActionWords = {
  label: 'Key rotated',
  resourceType: 'api_key',
  says: (entry) => [
    'gave the key ',
    { is: 'apiKey', apiKeyId: entry.resourceId },
    ' a new secret ',
    { is: 'code', text: metaText(entry, 'keyPrefix') },
    place(entry, 'of'),
  ],
}

export const apiKeyRevoked: ActionWords = {
  label: 'Key revoked',
  resourceType: 'api_key',
  says: (entry) => [
    'revoked the key ',
    { is: 'apiKey', apiKeyId: entry.resourceId },
    ' ',
    { is: 'code', text: metaText(entry, 'keyPrefix') },
    place(entry, 'of'),
  ],
}
