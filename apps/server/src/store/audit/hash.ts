import { hash } from 'node:crypto'
import { hashedText } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { isoTime } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export type AuditRow = Selectable<Schema['audit_log']>

/** An entry as it will be in the chain, without its hash. */
export type UnhashedRow = Omit<AuditRow, 'scope' | 'hash'>

/** The text that an entry's hash is computed over, which includes the hash of the entry before it. */
export const hashedTextOf = (row: UnhashedRow, previousHash: string | null): string =>
  hashedText({
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    environmentId: row.environment_id,
    actorId: row.actor_id,
    actorType: row.actor_type,
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    meta: row.meta,
    createdAt: isoTime(row.created_us),
    seq: row.seq,
    previousHash,
  })

export const auditHash = (row: UnhashedRow, previousHash: string | null): string =>
  hash('sha256', hashedTextOf(row, previousHash))

/** Adds the hashes to consecutive entries. */
export const hashRows = (rows: readonly UnhashedRow[], previousHash: string | null) => {
  let last = previousHash
  return rows.map((row) => {
    last = auditHash(row, last)
    return { ...row, hash: last }
  })
}
