import { newId } from '../../../server/src/random.ts'
import { openSqlite } from '../../../server/src/store/connect/sqlite.ts'
import { openStore } from '../../../server/src/store/store.ts'

type OldFlag = { key: string; name: string }

const dayUs = 24 * 60 * 60 * 1_000_000
const ageDays = 40

const openData = (dataDir: string) =>
  openStore(
    openSqlite(dataDir, () => undefined),
    'sqlite',
  )

/** Adds flags that are weeks old. Written into the data of a stopped server, since the API cannot create the past. */
export const addOldFlags = async (dataDir: string, flags: readonly OldFlag[]): Promise<void> => {
  const store = await openData(dataDir)
  const organization = await store.organizations.first()
  if (!organization) throw new Error('The server made no organization.')
  const [project] = (await store.projects.list(organization.id, { limit: 1 })).items
  if (!project) throw new Error('The server made no project.')
  const fields = { orgId: organization.id, projectId: project.id, description: null, clientSafe: false } as const
  const firstUs = Date.now() * 1_000 - ageDays * dayUs
  await store.transaction(async (tx) => {
    for (const [index, flag] of flags.entries()) {
      await tx.flags.insert({ id: newId('flag'), type: 'boolean', ...fields, ...flag }, firstUs + index)
    }
  })
  await store.close()
}

/** Adds evaluations of a flag on each day of the last weeks, all with the same value. */
export const addOneAnswer = async (dataDir: string, flagKey: string, value: string): Promise<void> => {
  const store = await openData(dataDir)
  const organization = await store.organizations.first()
  const [project] = organization ? (await store.projects.list(organization.id, { limit: 1 })).items : []
  const [environment] = project ? (await store.environments.list(project.id, { limit: 1 })).items : []
  if (!environment) throw new Error('The server made no environment.')
  const days = Array.from({ length: ageDays - 1 }, (_, at) => new Date(Date.now() - ((at + 1) * dayUs) / 1_000))
  await store.usage.put(
    days.map((day) => ({
      ...{ environment_id: environment.id, flag_key: flagKey, day: day.toISOString().slice(0, 10), total: 10 },
      ...{ rule_matches: 0, defaults: 10, errors: 0, value_distribution: JSON.stringify({ [value]: 10 }) },
      ...{ distinct_values: 1, only_value: value, rule_counts: null },
    })),
  )
  await store.close()
}
