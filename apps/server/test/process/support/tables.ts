import { expect } from 'vitest'
import type { ProcessDatabase } from './databases.ts'

type Entry = { action: string; resource_id: string; meta: { name?: string } }

type Version = {
  id: string
  flag_id: string
  environment_id: string
  version: number
  config: string
  proposal_id: string | null
}

/** All rows that changes write, as they are in the database. */
export type Rows = {
  projects: { id: string }[]
  environments: { id: string; project_id: string; revision: number; published_revision: number }[]
  flags: { id: string; key: string; name: string; search_text: string }[]
  versions: Version[]
  proposals: { id: string; status: string }[]
  keys: { id: string; revision: number; revoked: number }[]
  entries: Entry[]
}

export const readRows = async (database: Pick<ProcessDatabase, 'read'>): Promise<Rows> => {
  const [projects, environments, flags, versions, proposals, keys, entries] = await database.read(
    'select id from projects',
    'select id, project_id, cast(revision as double precision) as revision, cast(published_revision as double precision) as published_revision from environments',
    'select id, key, name, search_text from flags',
    'select id, flag_id, environment_id, cast(version as integer) as version, config, proposal_id from flag_versions order by version',
    'select id, status from proposals',
    'select id, cast(revision as double precision) as revision, case when revoked_us is null then 0 else 1 end as revoked from api_keys',
    'select action, resource_id, meta from audit_log order by created_us',
  )
  const parsed = entries?.map((entry) => ({ ...entry, meta: JSON.parse(entry.meta) }))
  return { projects, environments, flags, versions, proposals, keys, entries: parsed } as Rows
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort()

/** Checks that nothing is half done: each row has its audit entry and each entry its row; versions and counters add up. */
export const expectWhole = (rows: Rows): void => {
  const { projects, environments, flags, versions, proposals, keys, entries } = rows
  const named = (action: string): string[] =>
    entries
      .filter((entry) => entry.action === action)
      .map((entry) => entry.resource_id)
      .sort()
  const reviewed = (status: string) => ids(proposals.filter((proposal) => proposal.status === status))

  expect(named('project.created')).toEqual(ids(projects))
  expect(named('flag.created')).toEqual(ids(flags))
  expect(named('flag.version.created')).toEqual(ids(versions.filter(({ proposal_id }) => proposal_id === null)))
  expect(named('flag.proposal.created')).toEqual(ids(proposals))
  expect(named('flag.proposal.approved')).toEqual(reviewed('approved'))
  expect(named('flag.proposal.rejected')).toEqual(reviewed('rejected'))
  expect(versions.flatMap(({ proposal_id }) => proposal_id ?? []).sort()).toEqual(reviewed('approved'))
  expect(named('api_key.created')).toEqual(ids(keys))
  expect(named('api_key.revoked')).toEqual(ids(keys.filter(({ revoked }) => revoked)))
  // Each start raises all revisions, so the changes in between are only a minimum.
  for (const key of keys) expect(key.revision).toBeGreaterThanOrEqual(1 + key.revoked)

  for (const { id } of projects) {
    expect(environments.filter((environment) => environment.project_id === id)).toHaveLength(3)
  }
  expectSeries(versions)
  // Every new config is one revision of its environment; nothing else in this load is.
  for (const { id, revision, published_revision } of environments) {
    expect(revision).toBeGreaterThan(versions.filter((version) => version.environment_id === id).length)
    expect(published_revision).toBeLessThanOrEqual(revision)
  }
  const renamed = new Map(
    entries.filter(({ action }) => action === 'flag.updated').map((entry) => [entry.resource_id, entry.meta.name]),
  )
  for (const flag of flags) {
    expect(flag.name).toBe(renamed.get(flag.id) ?? flag.key)
    expect(flag.search_text).toBe(`${flag.key}\n${flag.name}`)
  }
}

/** Checks that the versions are 1, 2, 3, … for each flag in each environment, and match their configs. */
const expectSeries = (versions: Version[]): void => {
  const series = Map.groupBy(versions, (version) => `${version.flag_id} ${version.environment_id}`)
  for (const one of series.values()) {
    expect(one.map(({ version }) => version)).toEqual(one.map((_, index) => index + 1))
    for (const { version, config } of one) expect(JSON.parse(config).version).toBe(version)
  }
}
