import { expect, test } from 'vitest'
import { newId, openClock } from '../../src/random.ts'
import { openStore } from '../../src/store/store.ts'
import { openEmptyDatabase } from '../../src/testing/databases/open-database.ts'

const { db, dialect } = await openEmptyDatabase()
const store = await openStore(db, dialect)
const nowUs = openClock()
const { publications } = store

const orgId = newId('organization')
await store.organizations.insert({ id: orgId, name: 'O', plan: 'free' }, nowUs())
const project = await store.projects.insert({ id: newId('project'), orgId, name: 'P', slug: 'p' }, nowUs())
const fields = { name: 'E', slug: 'e', color: '#000000', protected: false }
const environment = await store.environments.insert(
  { id: newId('environment'), projectId: project.id, ...fields },
  nowUs(),
)

const insertKey = async () => {
  const entry = { id: newId('apiKey'), orgId, environmentId: environment.id, hash: newId('apiKey'), keyPrefix: 'sk_' }
  const rest = { description: 'K', createdBy: 'operator', ownerId: null, expiresMs: null } as const
  await store.apiKeys.insert({ ...entry, ...rest, type: 'server', scopes: ['evaluate'] }, nowUs())
  return entry.id
}

test('a page of keys is marked by one statement, each up to the revision that the edge got, and never set back', async () => {
  const ids = await Promise.all(Array.from({ length: 500 }, insertKey))
  const read = await publications.readKeys(ids)
  expect(read.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(read.every(({ published, revision }) => published < revision)).toBe(true)
  const [first, second, ...rest] = read as [(typeof read)[0], (typeof read)[0], ...typeof read]

  // Meanwhile another process published more of the first key, and the second key was changed.
  await publications.markKeys([{ ...first, revision: first.revision + 5 }])
  await db
    .updateTable('api_keys')
    .set({ revision: second.revision + 1 })
    .where('id', '=', second.id)
    .execute()
  await publications.markKeys(read)

  const marked = new Map((await publications.readKeys(ids)).map(({ id, published }) => [id, published]))
  expect(marked.get(first.id)).toBe(first.revision + 5)
  expect(marked.get(second.id)).toBe(second.revision)
  for (const { id, revision } of rest) expect(marked.get(id)).toBe(revision)
  expect(await publications.unpublishedKeys(10)).toEqual([second.id])
})

test('keys are read with exactly the secrets that they have', async () => {
  const [one, two] = [await insertKey(), await insertKey()]
  await store.retiredSecrets.insert(one, 'retired', { retiredMs: 1_000, untilMs: 2_000 })
  const read = new Map((await publications.readKeys([one, two])).map((key) => [key.id, key.secrets]))
  expect(read.get(one)?.map(({ key }) => key?.expiresMs)).toEqual([undefined, 2_000])
  expect(read.get(two)).toHaveLength(1)
  expect(await publications.readKeys([])).toEqual([])
})

test('environments are listed in the order of their ids, each with how many flags its project has', async () => {
  const other = await store.projects.insert({ id: newId('project'), orgId, name: 'Q', slug: 'q' }, nowUs())
  const slugs = ['a', 'b', 'c']
  for (const slug of slugs) {
    const entry = { id: newId('environment'), projectId: other.id, ...fields, slug }
    await store.environments.insert(entry, nowUs())
  }
  const flag = { orgId, projectId: other.id, description: null, type: 'boolean', clientSafe: false } as const
  for (const key of ['one', 'two']) await store.flags.insert({ ...flag, id: newId('flag'), key, name: key }, nowUs())
  const all = await publications.environmentsAfter('', 10)
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())
  expect(new Map(all.map(({ id, flags }) => [id, flags])).get(environment.id)).toBe(0)
  expect(all.filter(({ flags }) => flags === 2)).toHaveLength(slugs.length)
  const first = await publications.environmentsAfter('', 1)
  expect([...first, ...(await publications.environmentsAfter(first[0]?.id ?? '', 10))]).toEqual(all)
})
