import {
  type ApiKeyId,
  type ApiKeyType,
  type EnvironmentId,
  limits,
  type OrganizationId,
  type Scope,
} from '@bunting/contract'
import type { Kysely } from 'kysely'
import type { PublishedKey } from '../../rules/access/published-key.ts'
import type { Access } from '../core/access.ts'
import { isAmong, type Many, manyOf, prepared } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'

/** A key as the edge needs it: `key` is null if it was revoked. */
export type KeySnapshot = {
  id: ApiKeyId
  revision: number
  /** The latest revision that was published to the edge. */
  published: number
  secrets: readonly { hash: string; key: PublishedKey | null }[]
}

const maxOverlapMs = limits.overlapSeconds * 1_000

const keys = (db: Kysely<Schema>) =>
  db
    .selectFrom('api_keys as key')
    .select(['key.id', 'key.hash', 'key.revision', 'key.org_id', 'key.environment_id', 'key.type', 'key.scopes'])
    .select(['key.expires_ms', 'key.revoked_us'])

/** A single statement, so that the secrets are exactly those of the revisions. */
const readSecrets = prepared((access, { ids }: { ids: Many }) =>
  keys(access.db)
    .leftJoin('retired_secrets as retired', 'retired.key_id', 'key.id')
    .select(['key.published_revision as published'])
    .select(['retired.hash as retiredHash', 'retired.retired_ms as retiredMs', 'retired.until_ms as untilMs'])
    .where(isAmong(access, 'key.id', ids)),
)

const findSecrets = prepared((access, { hashes }: { hashes: Many }) => {
  const isOne = isAmong(access, 'hash', hashes)
  const current = access.db.selectFrom('api_keys').select('hash').where(isOne)
  return current.union(access.db.selectFrom('retired_secrets').select('hash').where(isOne))
})

/** The data of keys that the edge needs, for each of their current and former secrets. */
export const keySnapshots = (access: Access) => {
  return {
    readKeys: async (ids: readonly ApiKeyId[]): Promise<KeySnapshot[]> => {
      if (ids.length === 0) return []
      const rows = await readSecrets(access, { ids: manyOf(access, ids) })
      return Map.groupBy(rows, ({ id }) => id)
        .values()
        .map(snapshotOf)
        .toArray()
    },

    /** Returns those of the hashes that belong to a current or former secret of a key. */
    knownSecrets: async (hashes: readonly string[]): Promise<string[]> =>
      (await findSecrets(access, { hashes: manyOf(access, hashes) })).map(({ hash }) => hash),

    findKeyByHash: async (hash: string): Promise<PublishedKey | undefined> => {
      const row = await keys(access.db)
        .leftJoin('retired_secrets as retired', (join) =>
          join.onRef('retired.key_id', '=', 'key.id').on('retired.hash', '=', hash),
        )
        .select('retired.until_ms as untilMs')
        .where((row) =>
          row.or([
            row('key.hash', '=', hash),
            row('key.id', '=', row.selectFrom('retired_secrets').select('key_id').where('hash', '=', hash)),
          ]),
        )
        .executeTakeFirst()
      return (row && toPublishedKey(row, row.untilMs)) ?? undefined
    },
  }
}

type KeyRow = {
  id: ApiKeyId
  org_id: OrganizationId
  environment_id: EnvironmentId
  type: ApiKeyType
  scopes: string
  expires_ms: number | null
  revoked_us: number | null
}

type SecretRow = KeyRow & {
  hash: string
  revision: number
  published: number
  retiredHash: string | null
  retiredMs: number | null
  untilMs: number | null
}

/** Makes a snapshot from a key's rows: one for each retired secret, or a single one if there are none. */
const snapshotOf = (rows: SecretRow[]): KeySnapshot => {
  const [key] = rows as [SecretRow]
  // Secrets that were retired earlier are left out: if the edge still has one, its end there has passed.
  const sinceMs = Math.max(...rows.map(({ retiredMs }) => retiredMs ?? 0)) - maxOverlapMs
  const retired = rows.flatMap(({ retiredHash, retiredMs, untilMs }) =>
    retiredHash !== null && (retiredMs ?? 0) >= sinceMs
      ? [{ hash: retiredHash, key: toPublishedKey(key, untilMs) }]
      : [],
  )
  const { id, revision, published, hash } = key
  return { id, revision, published, secrets: [{ hash, key: toPublishedKey(key, null) }, ...retired] }
}

/** The key as one of its secrets sees it: a retired secret expires before the key does. */
const toPublishedKey = (row: KeyRow, untilMs: number | null): PublishedKey | null => {
  if (row.revoked_us !== null) return null
  const expiresMs = Math.min(row.expires_ms ?? Number.POSITIVE_INFINITY, untilMs ?? Number.POSITIVE_INFINITY)
  return {
    id: row.id,
    orgId: row.org_id,
    environmentId: row.environment_id,
    type: row.type,
    scopes: row.scopes.split(',') as Scope[],
    ...(Number.isFinite(expiresMs) ? { expiresMs } : {}),
  }
}
