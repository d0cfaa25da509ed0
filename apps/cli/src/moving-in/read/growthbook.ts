import { createDecipheriv } from 'node:crypto'
import { wrongUse } from '../../core/failure.ts'
import { joinLists, onBase, type Reader } from './reader.ts'

type Payload = { features?: object } & Partial<Record<keyof typeof encryptedParts, string>>
type Features = { features?: unknown[]; total?: number; hasMore?: boolean; nextOffset?: number | null }

const pageSize = 100

const decryptionVariable = 'GROWTHBOOK_DECRYPTION_KEY'

/** Decrypts `iv.text`, both in base 64: AES in CBC mode, as in GrowthBook's SDKs. */
const decrypted = (text: string, key: string): unknown => {
  const [iv, content] = text.split('.').map((part) => Buffer.from(part, 'base64'))
  try {
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(key, 'base64'), iv as Buffer)
    return JSON.parse(Buffer.concat([decipher.update(content as Buffer), decipher.final()]).toString('utf8'))
  } catch {
    return wrongUse('The flags of GrowthBook cannot be decrypted with this key.')
  }
}

/** The parts of a payload, by their names while they are encrypted. */
const encryptedParts = {
  encryptedFeatures: 'features',
  encryptedExperiments: 'experiments',
  encryptedSavedGroups: 'savedGroups',
  encryptedContextualBandits: 'contextualBandits',
} as const

const readPayload = (payload: Payload, secretFor: (name: string) => string | undefined): unknown => {
  const names = Object.keys(encryptedParts) as (keyof typeof encryptedParts)[]
  const encrypted = names.filter((name) => payload[name])
  if (encrypted.length === 0) return payload
  const key =
    secretFor(decryptionVariable) ?? wrongUse('The flags of GrowthBook are encrypted.', `${decryptionVariable}_…=…`)
  const plain = Object.entries(payload).filter(([name]) => !Object.hasOwn(encryptedParts, name))
  const parts = encrypted.map((name) => [encryptedParts[name], decrypted(payload[name] as string, key)])
  return { ...Object.fromEntries(plain), ...Object.fromEntries(parts) }
}

export const growthbook: Reader = {
  title: 'GrowthBook',
  address: { variable: 'GROWTHBOOK_URL', usual: 'https://cdn.growthbook.io' },
  keyVariable: 'GROWTHBOOK_CLIENT_KEY',
  environment: async (requests, base, key, secretFor) => {
    const { body } = await requests({ url: `${base}/api/features/${encodeURIComponent(key)}`, about: 'the flags' })
    return readPayload((body ?? {}) as Payload, secretFor)
  },
  namesIn: (environment) => Object.keys((environment as Payload).features ?? {}),
  admin: {
    address: { variable: 'GROWTHBOOK_API_URL', usual: 'https://api.growthbook.io' },
    tokenVariable: 'GROWTHBOOK_API_KEY',
    first: () => [`/api/v1/features?limit=${pageSize}&offset=0`],
    page: async (requests, path, { base, token }) => {
      const headers = { authorization: `Bearer ${token}` }
      const { body } = await requests({ url: onBase(path, base), about: 'the list of flags', headers })
      const { features = [], total, hasMore, nextOffset } = (body ?? {}) as Features
      const offset = nextOffset ?? Number(new URL(path, base).searchParams.get('offset')) + features.length
      const next = hasMore && features.length > 0 ? [`/api/v1/features?limit=${pageSize}&offset=${offset}`] : []
      return { admin: { features }, next, total }
    },
    join: joinLists,
  },
}
