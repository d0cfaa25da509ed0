import type { ActorId, AuditLogEntryId, EnvironmentId, OrganizationId, ProjectId } from './ids.ts'
import type { ActorType } from './schemas/audit-log.ts'

/** An audit entry in the chain of its organization. */
export type ChainedEntry = {
  id: AuditLogEntryId
  orgId: OrganizationId
  /** Null if the entry concerns the whole organization. */
  projectId: ProjectId | null
  environmentId: EnvironmentId | null
  actorId: ActorId
  actorType: ActorType
  action: string
  resourceType: string
  resourceId: string
  /** The JSON text exactly as it was stored, since its text is hashed. */
  meta: string
  createdAt: string
  /** The position in the chain, from 1. */
  seq: number
  /** The hash of the entry before it; null for the first. */
  previousHash: string | null
}

/**
 * The text whose SHA-256 is an entry's hash: its line of the export without the hash itself, in UTF-8. The order of the
 * fields and every character count, so this must never change: the hashes are in databases and in people's files.
 */
export const hashedText = (entry: ChainedEntry): string => {
  const { id, orgId, projectId, environmentId, actorId, actorType, action, resourceType, resourceId } = entry
  const what = { id, orgId, projectId, environmentId, actorId, actorType, action, resourceType, resourceId }
  const { createdAt, seq, previousHash } = entry
  return `${JSON.stringify(what).slice(0, -1)},"meta":${entry.meta},${JSON.stringify({ createdAt, seq, previousHash }).slice(1)}`
}

/** A line of the export. */
export const lineOf = (hashed: string, hash: string): string => `${hashed.slice(0, -1)},"hash":"${hash}"}`

/** Splits a line into the hashed text and the hash that it claims; undefined if it is no line of an export. */
export const splitLine = (line: string): { hashed: string; hash: string } | undefined => {
  const [, rest, hash] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/s.exec(line) ?? []
  return rest === undefined || hash === undefined ? undefined : { hashed: `${rest}}`, hash }
}
