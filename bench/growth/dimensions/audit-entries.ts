import type { Dimension } from '../dimension.ts'
import { baseUs } from '../flag-rows.ts'
import { idOf, insertMany } from '../insert.ts'
import { withoutIndexes } from '../without-indexes.ts'

/** Far behind what the server itself writes here: nobody verifies this log. */
const inTheChain = 1_000_000

export const auditEntries: Dimension = {
  name: 'audit-entries',
  title: 'Entries of the audit log',
  sizes: [1, 100_000, 10_000_000],
  fill: (connection, { orgId, project, environment }, size) =>
    withoutIndexes(connection, 'audit_log', () =>
      insertMany(
        connection,
        `audit_log (id, org_id, project_id, environment_id, actor_id, actor_type, action, resource_type, resource_id, meta,
        created_us, seq, hash)`,
        [1, size],
        `${idOf('al', 'i')}, '${orgId}', '${project.id}', '${environment.id}', 'key_bench', 'api_key',
        'flag.version.created', 'flag_version', ${idOf('fv', 'i')},
        '{"flagKey":"flag-' || (i % 1000) || '","envId":"${environment.id}","environmentId":"${environment.id}","version":' || i || '}',
        ${baseUs} + i, ${inTheChain} + i, '${'0'.repeat(64)}'`,
      ),
    ),
  list: ({ project }) => `${project.path}/audit-log`,
}
