import type { EnvironmentId } from '@bunting/contract'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Edge, EdgeKey, EdgeSecret, KeyUses, Notice } from '../../src/edge/edge.ts'
import { openMemoryEdge } from '../../src/edge/memory.ts'
import { openRedisEdge } from '../../src/edge/redis/edge.ts'
import { streamToken } from '../../src/edge/stream-token.ts'
import { newId, openClock } from '../../src/random.ts'
import { openSqlite } from '../../src/store/connect/sqlite.ts'
import { openStore } from '../../src/store/store.ts'
import { shortRests } from '../../src/testing/servers/short-rests.ts'
import { unboundedRedis } from '../../src/testing/servers/unbounded.ts'
import { startCluster, startRedis, startSentinel } from '../../src/testing/services.ts'

const silent = pino({ level: 'silent' })
const ignore = () => undefined

/** The behaviour that all edges share. Each subject knows how to put a bundle or a key into its edge. */
type Subject = {
  edge: Edge
  putBundle(revision: number): Promise<EnvironmentId>
  putKey(revoked: boolean): Promise<string>
}

const key = (environmentId: EnvironmentId): EdgeKey => ({
  id: newId('apiKey'),
  orgId: newId('organization'),
  environmentId,
  type: 'server',
  scopes: ['evaluate'],
})

/** Puts a secret that must not be read again, since nothing newer is in the way. */
const putSecret = (edge: Edge, secret: EdgeSecret) =>
  edge.putKeys([secret], () => Promise.reject(new Error('nobody reads it')))

const openRedis = async (url: string): Promise<Subject> => {
  const edge = await openRedisEdge(url, silent, { ...unboundedRedis, ...shortRests.redis })
  await edge.sequence?.restore(1)
  const environmentId = newId('environment')
  const hash = newId('apiKey')
  let given = 0
  return {
    edge,
    putBundle: async (revision) => {
      // Like a store: the first read may be old, and a repeated one is current.
      given = Math.max(given, revision)
      let next = revision
      await edge.putBundle(environmentId, async () => {
        const bundle = { environmentId, revision: next, format: 2, flags: [], segments: [] }
        next = given
        return bundle
      })
      return environmentId
    },
    putKey: async (revoked) => {
      await putSecret(edge, { hash, revision: revoked ? 2 : 1, key: revoked ? null : key(environmentId) })
      return hash
    },
  }
}

/** The in-process edge reads the store, so bundles and keys are put there. */
const openMemory = async (): Promise<Subject> => {
  const db = openSqlite(undefined, ignore)
  const store = await openStore(db, 'sqlite')
  const nowUs = openClock()
  const edge = openMemoryEdge(store)
  const orgId = newId('organization')
  await store.organizations.insert({ id: orgId, name: 'O', plan: 'free' }, nowUs())
  const project = await store.projects.insert({ id: newId('project'), orgId, name: 'P', slug: 'p' }, nowUs())
  const fields = { name: 'E', slug: 'e', color: '#000000', protected: false }
  const environment = await store.environments.insert(
    { id: newId('environment'), projectId: project.id, ...fields },
    nowUs(),
  )
  await db.updateTable('environments').set({ revision: 1 }).execute()
  const hash = newId('apiKey')
  return {
    edge,
    putBundle: async (revision) => {
      await store.transaction(async (tx) => {
        const { revision: current = 0 } = (await tx.publications.readState(environment.id)) ?? {}
        for (let at = current; at < revision; at++)
          await tx.publications.bumpRevisions([{ environmentId: environment.id, names: [] }])
      })
      await edge.putBundle(environment.id, () => Promise.reject(new Error('nobody reads it')))
      return environment.id
    },
    putKey: async (revoked) => {
      const { id } = key(environment.id)
      const entry = { id, orgId, environmentId: environment.id, hash, keyPrefix: 'sk_', type: 'server' as const }
      if (!revoked)
        await store.apiKeys.insert(
          { ...entry, scopes: ['evaluate'], description: 'K', createdBy: 'operator', ownerId: null, expiresMs: null },
          nowUs(),
        )
      else await store.apiKeys.revoke((await store.publications.findKeyByHash(hash))?.id as EdgeKey['id'], nowUs())
      await putSecret(edge, { hash, revision: 0, key: null })
      return hash
    },
  }
}

// Separate instances, since every process with a store takes the uses of keys from its Redis.
const [redis, sentinel, cluster] = await Promise.all([startRedis(), startSentinel(), startCluster()])
afterAll(() => Promise.all([redis, sentinel, cluster].map((service) => service.stop())))

for (const [name, open] of [
  ['in process', openMemory],
  ['Redis', () => openRedis(redis.url)],
  ['Redis Sentinel', () => openRedis(sentinel.url)],
  ['Redis Cluster', () => openRedis(cluster.url)],
] as const) {
  const { edge, putBundle, putKey } = await open()
  const notices: Notice[] = []
  edge.onNotice((notice) => notices.push(notice))
  beforeEach(() => {
    notices.length = 0
  })
  afterAll(() => edge.close())

  test(`${name}: a bundle that was put is read, and a notice tells of it`, async () => {
    const environmentId = await putBundle(3)
    const bundle = await edge.readBundle(environmentId)
    expect(bundle).toMatchObject({ environmentId, revision: 3 })
    expect(bundle).toMatchObject({ format: 2, flags: [], segments: [] })
    expect(await edge.readRevision(environmentId)).toMatchObject({ revision: 3 })
    await vi.waitFor(() => expect(notices).toContainEqual({ bundle: environmentId }))
  })

  test(`${name}: an older revision never replaces a newer one, in whatever order they come`, async () => {
    const [environmentId] = await Promise.all([7, 5, 9, 6, 8].map((revision) => putBundle(revision)))
    expect((await edge.readBundle(environmentId as EnvironmentId))?.revision).toBe(9)
    await putBundle(4)
    expect((await edge.readBundle(environmentId as EnvironmentId))?.revision).toBe(9)
  })

  test(`${name}: a key is known until it is revoked, by the token of its stream as well, and a notice tells of both`, async () => {
    const hash = await putKey(false)
    const known = await edge.readKey(hash)
    expect(known).toMatchObject({ type: 'server', scopes: ['evaluate'] })
    const { id } = known as EdgeKey
    expect(await edge.readStreamKey(streamToken(id, hash))).toBe(hash)
    for (const wrong of [streamToken(newId('apiKey'), hash), streamToken(id, 'x'), `${id}.`, id, hash, '']) {
      expect(await edge.readStreamKey(wrong), wrong).toBeUndefined()
    }
    await putKey(true)
    expect(await edge.readKey(hash)).toBeUndefined()
    const ofKeys = () => notices.filter((notice) => notice !== 'everything' && 'key' in notice)
    await vi.waitFor(() => expect(ofKeys()).toEqual([{ key: hash }, { key: hash }]))
  })

  test(`${name}: of the uses of keys the latest arrive, and what failed to be taken comes again`, async () => {
    const [one, two] = [newId('apiKey'), newId('apiKey')]
    const latest = new Map<string, number>()
    let failures = 2
    const stop = edge.onUsed(async ({ minuteMs, keyIds }: KeyUses) => {
      if (failures-- > 0) throw new Error('the store is away')
      for (const id of keyIds) latest.set(id, Math.max(latest.get(id) ?? 0, minuteMs))
    })
    const hand = (uses: KeyUses) => vi.waitFor(() => edge.used(uses))
    await hand({ minuteMs: 120_000, keyIds: [one, two] })
    await hand({ minuteMs: 60_000, keyIds: [one] })
    await hand({ minuteMs: 180_000, keyIds: [two] })
    await vi.waitFor(() => expect([latest.get(one), latest.get(two)]).toEqual([120_000, 180_000]))
    await stop()
  })

  test(`${name}: whether it keeps any key is known`, async () => {
    await putSecret(edge, { hash: newId('apiKey'), revision: 1, key: key(newId('environment')) })
    expect(await edge.hasKeys()).toBe(name !== 'in process')
  })

  test(`${name}: what was never put is not there`, async () => {
    expect(await edge.readBundle(newId('environment'))).toBeUndefined()
    expect(await edge.readRevision(newId('environment'))).toBeUndefined()
    expect(await edge.readKey('0'.repeat(64))).toBeUndefined()
  })

  test(`${name}: keys that their store does not know are forgotten, others stay, and a notice has them read again`, async () => {
    const putKeyOf = async (storeId: string) => {
      const hash = newId('apiKey')
      await putSecret(edge, { hash, revision: 1, key: { ...key(newId('environment')), storeId } })
      return hash
    }
    const [gone, kept, another] = [await putKeyOf('one'), await putKeyOf('one'), await putKeyOf('another')]
    const tellOfForgotten = await edge.forgetUnknown('one', async () => [kept])
    // Waits for the notices of the puts: through a cluster they may arrive later than those sent after them.
    const put = [gone, kept, another].map((hash) => ({ key: hash }))
    await vi.waitFor(() => expect(notices).toEqual(expect.arrayContaining(put)))
    notices.length = 0
    await tellOfForgotten()
    await vi.waitFor(() => expect(notices).toEqual([name === 'in process' ? 'everything' : { key: gone }]))
    if (name === 'in process') return
    expect(await edge.readKey(gone)).toBeUndefined()
    for (const hash of [kept, another]) expect(await edge.readKey(hash)).toBeDefined()
  })

  test(`${name}: nobody is told after the listening ended`, async () => {
    const heard: Notice[] = []
    edge.onNotice((notice) => heard.push(notice))()
    const environmentId = await putBundle(20)
    await vi.waitFor(() => expect(notices).toContainEqual({ bundle: environmentId }))
    expect(heard).toEqual([])
  })
}

test('an edge that was given nothing has no keys', async () => {
  const empty = await startRedis()
  onTestFinished(() => empty.stop())
  const edge = await openRedisEdge(empty.url, silent, unboundedRedis)
  onTestFinished(() => edge.close())
  expect(await edge.hasKeys()).toBe(false)
})

for (const { name, url } of [
  { name: 'Redis', url: redis.url },
  { name: 'Redis Cluster', url: cluster.url },
]) {
  test(`${name}: a patch is written onto the revision that it starts from, and no other`, async () => {
    const edge = await openRedisEdge(url, silent, unboundedRedis)
    const environmentId = newId('environment')
    const whole = { environmentId, revision: 1, format: 2, flags: [['one', '1'] as const], segments: [] }
    await edge.putBundle(environmentId, async () => whole)
    const asked: (number | undefined)[] = []
    await edge.putBundle(environmentId, async (from = 0) => {
      asked.push(from)
      const patch = { ...whole, from, revision: 3, flags: [['one', '3'] as const, ['two', null] as const] }
      // The first time, another writer is faster.
      const other = { ...whole, from, revision: 2, flags: [['two', '2'] as const] }
      if (asked.length === 1) await edge.putBundle(environmentId, async () => other)
      return asked.length === 1 ? { ...patch, flags: [['one', '3'] as const] } : patch
    })
    expect(asked).toEqual([1, 2])
    expect(await edge.readBundle(environmentId)).toMatchObject({ revision: 3, flags: [['one', '3']] })
    await edge.close()
  })

  test(`${name}: of many keys only those are read again that are known to be newer, and their own revision wins`, async () => {
    const { edge } = await openRedis(url)
    const secrets = Array.from({ length: 300 }, () => ({
      hash: newId('apiKey'),
      revision: 2,
      key: key(newId('environment')),
    }))
    const newer = secrets.slice(100, 110).map((secret) => ({ ...secret, revision: 3, key: null }))
    const invented = secrets.slice(200, 203).map((secret) => ({ ...secret, revision: 900 }))
    await edge.putKeys([...newer, ...invented], async () => [])
    const asked: string[] = []
    await edge.putKeys(secrets, async (hashes) => {
      asked.push(...hashes)
      return [...newer, ...secrets.slice(200, 203)].filter(({ hash }) => hashes.includes(hash))
    })
    expect(asked.toSorted()).toEqual([...newer, ...invented].map(({ hash }) => hash).toSorted())
    for (const { hash, key } of secrets) {
      const isRevoked = newer.some((one) => one.hash === hash)
      expect(await edge.readKey(hash)).toEqual(isRevoked ? undefined : key)
    }
    await edge.close()
  })
}
