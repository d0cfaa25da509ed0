import { newId } from '../../../server/src/random.ts'
import { openSqlite } from '../../../server/src/store/connect/sqlite.ts'
import { openStore } from '../../../server/src/store/store.ts'

type OldFlag = { key: string; name: string }

const dayUs = 24 * 60 * 60 * 1_000_000
const ageDays = 40

/** Adds flags that are weeks old. Written into the data of a stopped server, since the API cannot create the past. */
export const addOldFlags = async (dataDir: string, flags: readonly OldFlag[]): Promise<void> => {
  const store = await openStore(
    openSqlite(dataDir, () => undefined),
    'sqlite',
  )
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
