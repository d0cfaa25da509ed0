import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import type { BenchDatabase, Connection } from './databases.ts'
import { progress } from './progress.ts'

export const sizes = {
  flags: 100_000,
  smallFlags: 5_000,
  /** The newest flags of the small project were changed often. */
  changedFlags: 1_000,
  versions: 20,
  environments: 5,
  auditEntries: 1_000_000,
}

export type Project = { id: string; orgId: string; environments: string[] }
export type Built = { key: string; large: Project; small: Project }

const base = 1_700_000_000_000_000
const batch = 20_000

/** A project with 100,000 flags and 1,000,000 audit entries, and one with 5,000 flags; each flag in 5 environments. */
export const buildLists = async (database: BenchDatabase, auditEntries = sizes.auditEntries): Promise<Built> => {
  const built = await buildProjects(database)
  const connection = await database.connect()
  await addFlags(connection, built.large, sizes.flags, 'large')
  await addFlags(connection, built.small, sizes.smallFlags, 'small')
  await addHistory(connection, built.small)
  await addAuditEntries(connection, built.large, auditEntries)
  await connection.run(`update flags set search_text = search_text || '${needle}' where key = 'large-7'`)
  await connection.settle()
  await connection.close()
  return built
}

const buildProjects = async ({ settings }: BenchDatabase): Promise<Built> => {
  await using server = await startServer(settings)
  const key = server.firstKey ?? ''
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${server.managementUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string; orgId: string; items: { id: string; orgId: string }[] }
  }
  const withEnvironments = async ({ id, orgId }: { id: string; orgId: string }): Promise<Project> => {
    for (const slug of ['preview', 'load-test']) await send(`/v1/projects/${id}/environments`, { name: slug, slug })
    const { items } = await send(`/v1/projects/${id}/environments`)
    // Or the next start would begin with publishing them, full as they are by then.
    for (const environment of items) await send(`/v1/projects/${id}/environments/${environment.id}/sync`, {})
    return { id, orgId, environments: items.map((environment) => environment.id) }
  }
  const { items } = await send('/v1/projects?slug=default')
  const [first] = items
  if (!first) throw new Error('there is no default project')
  const large = await withEnvironments(first)
  const small = await withEnvironments(await send('/v1/projects', { name: 'Small', slug: 'small' }))
  await server.stop()
  return { key, large, small }
}

/** Inserts a row for each number `i` from 1 on, in batches. */
const insertMany = async (connection: Connection, what: string, count: number, into: string, values: string) => {
  const report = progress(what, count)
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1)
    const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`
    await connection.run(`insert into ${into} ${numbers} select ${values} from n`)
    report(to)
  }
}

/** As long as real ids are. */
const id = (prefix: string, number: string): string => `'${prefix}_01a1dd5b9c0b7192bc17' || (100000000000 + ${number})`

const rule = `{"id":"rule_01a1dd5b9c0b7192bc17100000000001","name":"Colleagues","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"email","operator":"ends_with","value":"@example.com"}],"value":true}`

/** A config with one rule, as SQL. */
const config = (version: string): string =>
  `'{"version":' || ${version} || ',"enabled":true,"defaultValue":false,"rules":[${rule}]}'`

/** One in a hundred is archived: the oldest, the last that a list comes to. */
const addFlags = async (
  connection: Connection,
  { id: projectId, orgId, environments }: Project,
  count: number,
  name: string,
) => {
  const flagId = id(name === 'large' ? 'flag' : 'flag_small', 'i')
  await insertMany(
    connection,
    `${count} flags`,
    count,
    'flags (id, org_id, project_id, key, name, description, type, client_safe, archived_us, search_text, created_us)',
    `${flagId}, '${orgId}', '${projectId}', '${name}-' || i, 'Flag number ' || i, 'What it is for, in a line of text',
      'boolean', ${name === 'large' ? 'i % 2 = 0' : 'true'}, case when i <= ${count / 100} then ${base} + i end,
      '${name}-' || i || '\nflag number ' || i, ${base} + i * 1000`,
  )
  for (const [index, environmentId] of environments.entries()) {
    await insertMany(
      connection,
      `${count} configs in environment ${index + 1} of ${environments.length}`,
      count,
      'flag_versions (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us)',
      `${id(`fv_${name}_${index}`, 'i')}, ${flagId}, '${environmentId}', 1,
        ${config('1')}, 'key_bench', null, ${base} + i * 1000`,
    )
  }
}

const addHistory = async (connection: Connection, { environments }: Project): Promise<void> => {
  const { smallFlags, changedFlags, versions } = sizes
  const flag = `${smallFlags} - (i - 1) % ${changedFlags}`
  const version = `(2 + (i - 1) / ${changedFlags})`
  for (const [index, environmentId] of environments.entries()) {
    await insertMany(
      connection,
      `${versions} versions of ${changedFlags} flags in environment ${index + 1} of ${environments.length}`,
      changedFlags * (versions - 1),
      'flag_versions (id, flag_id, environment_id, version, config, created_by, proposal_id, created_us)',
      `${id(`fv_changed_${index}`, 'i')}, ${id('flag_small', flag)}, '${environmentId}', ${version},
      ${config(version)}, 'key_bench', null, ${base} + (${flag}) * 1000 + ${version}`,
    )
  }
}

/** What only one of the oldest flags is found by. */
export const needle = 'needle'

/** Which resources the audit log tells of: mostly configs, one flag often, one flag and one type long ago only. */
export const often = 'flag_often'
export const actor = 'key_01a1dd5b9c0b7192bc17000000000001'
export const longAgo = { id: 'flag_long_ago', type: 'environment' }

/** Far behind what the server itself writes here: nobody verifies this log. */
const inTheChain = 1_000_000

const addAuditEntries = (connection: Connection, { id: projectId, orgId }: Project, count: number) =>
  insertMany(
    connection,
    `${count} audit entries`,
    count,
    'audit_log (id, org_id, project_id, actor_id, actor_type, action, resource_type, resource_id, meta, created_us, seq, hash)',
    `${id('al', 'i')}, '${orgId}', '${projectId}', '${actor}', 'api_key', 'flag.updated',
      case when i <= 3 then 'flag' when i <= 8 then '${longAgo.type}' when i % 20 < 14 then 'flag_version'
        when i % 20 < 17 then 'flag' when i % 20 < 19 then 'proposal' else 'api_key' end,
      case when i <= 3 then '${longAgo.id}' when i % 500 = 16 then '${often}' else ${id('res', 'i % 200000')} end,
      '{"name":"A new name for it","clientSafe":true}', ${base} + i * 1000,
      ${inTheChain} + i, '${'0'.repeat(64)}'`,
  )
