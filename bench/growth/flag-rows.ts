import type { Connection } from '../support/databases.ts'
import { idOf, insertMany } from './insert.ts'
import type { Place } from './place.ts'

/** Before everything that the server makes itself. */
export const baseUs = 1_700_000_000_000_000

const rule = `{"id":"rule_01a1dd5b9c0b7192bc17100000000001","name":"Colleagues","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"email","operator":"ends_with","value":"@example.com"}],"value":true}`

/** A config with one rule, as SQL. */
export const configSql = (version: string): string =>
  `'{"version":' || ${version} || ',"enabled":true,"defaultValue":false,"rules":[${rule}]}'`

export const versionColumns =
  'flag_versions (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us, cost)'

/** What a config with one rule is reckoned to cost, about. */
export const cost = 100

/** So many flags in the environment. */
export const fillFlags = async (connection: Connection, place: Place, count: number): Promise<void> => {
  const { orgId, project, environment } = place
  await insertMany(
    connection,
    'flags (id, org_id, project_id, key, name, description, type, client_safe, archived_us, search_text, created_us)',
    [1, count],
    `${idOf('flag', 'i')}, '${orgId}', '${project.id}', 'flag-' || i, 'Flag number ' || i,
      'What it is for, in a line of text', 'boolean', true, null, 'flag-' || i, ${baseUs} + i * 1000`,
  )
  await insertMany(
    connection,
    versionColumns,
    [1, count],
    `${idOf('fv', 'i')}, ${idOf('flag', 'i')}, '${environment.id}', 1, ${configSql('1')}, 'key_bench', null,
      ${baseUs} + i * 1000, ${cost}`,
  )
}
