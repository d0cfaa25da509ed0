import { createHash } from 'node:crypto'
import type { Connection } from '../support/databases.ts'
import { baseUs } from './flag-rows.ts'
import { insertRows } from './insert.ts'

/** The secret of a key that was put into the table. */
export const secretOf = (number: number): string =>
  `sk_${createHash('sha256').update(`bench ${number}`).digest('base64url')}`

/** So many server keys, each of the environment that its number gives. */
export const fillKeys = (
  connection: Connection,
  orgId: string,
  count: number,
  environmentOf: (number: number) => string,
): Promise<void> => {
  const rows = Array.from({ length: count }, (_, at) => {
    const secret = secretOf(at + 1)
    const hash = createHash('sha256').update(secret).digest('hex')
    const id = `key_01a1dd5b9c0b7192bc17${100_000_000_001 + at}`
    return `'${id}', '${orgId}', '${environmentOf(at + 1)}', '${hash}', '${secret.slice(0, 7)}', 'server',
      'evaluate,manage,telemetry', 'One of many', 'operator', 1, 1, ${baseUs + at * 1_000}`
  })
  return insertRows(
    connection,
    `api_keys (id, org_id, environment_id, hash, key_prefix, type, scopes, description, created_by, revision,
      published_revision, created_us)`,
    rows,
  )
}
