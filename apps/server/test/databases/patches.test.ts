import { setImmediate } from 'node:timers/promises'
import type { EnvironmentId } from '@bunting/contract'
import { expect, test } from 'vitest'
import { openMemoryEdge } from '../../src/edge/memory.ts'
import { newId } from '../../src/random.ts'
import { flagName } from '../../src/store/bundles/changes.ts'
import { openBundleReader } from '../../src/testing/clients/bundle-reader.ts'
import { openRandomChanges } from '../../src/testing/random-changes.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const edge = openMemoryEdge(server.deps.store)

const openFollowed = async () => {
  const org = await server.newOrganization()
  const reader = openBundleReader(edge, org.environmentId('development') as EnvironmentId)
  await reader.follow()
  /** The entries of the patch since the last call. */
  const patch = async () => {
    const before = reader.patches
    const from = reader.revision
    const read = await edge.readBundle(org.environmentId('development') as EnvironmentId, from)
    await reader.follow()
    expect(reader.patches, 'it was a patch').toBe(before + 1)
    expect({ ...reader }).toMatchObject(await reader.whole())
    return Object.fromEntries(
      [...(read?.flags ?? []), ...(read?.segments ?? [])].map(([key, text]) => [key, text && JSON.parse(text)]),
    )
  }
  return { org, reader, patch }
}

test('a patch says what was saved, and nothing else', async () => {
  const { org, patch } = await openFollowed()
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  await org.put(org.at(one.key), config())
  await org.put(org.at(other.key), config())
  expect(Object.keys(await patch())).toEqual([one.key, other.key])
  await org.put(org.at(one.key), config({ version: 2, enabled: false }))
  expect(await patch()).toMatchObject({ [one.key]: { config: { version: 2, enabled: false } } })
  expect(await patch()).toEqual({})
})

test('a segment comes with the first flag that needs it, by way of other segments too, and goes with the last', async () => {
  const { org, patch } = await openFollowed()
  const below = await org.saveSegment({ included: ['ada'] })
  const above = await org.saveSegment({ rules: [ruleIn(below.key)] })
  expect(await patch()).toEqual({ [below.key]: null, [above.key]: null })
  const [one, other] = [await org.createFlag(), await org.createFlag()]
  for (const flag of [one, other])
    await org.put(org.at(flag.key), config({ rules: [ruleIn(above.key, { value: true })] }))
  expect(await patch()).toMatchObject({ [below.key]: { config: { included: ['ada'] } }, [above.key]: { unit: null } })
  await org.put(org.at(one.key), config({ version: 2 }))
  expect(await patch()).toMatchObject({ [below.key]: {}, [above.key]: {} })
  await org.patch(`${org.base}/flags/${other.key}`, { archived: true })
  expect(await patch()).toEqual({ [other.key]: null, [below.key]: null, [above.key]: null })
  await org.patch(`${org.base}/flags/${other.key}`, { archived: false })
  expect(await patch()).toMatchObject({ [other.key]: {}, [below.key]: {}, [above.key]: {} })
  await org.put(org.segmentAt(above.key), { version: 2 })
  expect(await patch()).toMatchObject({ [above.key]: {}, [below.key]: null })
})

test('environments that are read together have each what is its own', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const [development, staging] = [org.environmentId('development'), org.environmentId('staging')]
  const below = await org.saveSegment({ included: ['ada'] })
  const above = await org.saveSegment({ rules: [ruleIn(below.key)] })
  for (const segment of [below, above]) {
    await org.put(org.segmentAt(segment.key, 'staging'), { version: 1, included: ['grace'] })
  }
  await org.put(org.at(flag.key), config({ rules: [ruleIn(above.key, { value: true })] }))
  await org.put(org.at(flag.key, 'staging'), config({ rules: [ruleIn(below.key, { value: true })] }))
  const gone = newId('environment')
  const read = await server.deps.store.publications.readEnvironments([staging, gone, development] as EnvironmentId[])
  const shown = (id: string) => {
    const { flags = [], segments = [], revision } = read.get(id as EnvironmentId) ?? {}
    const included = Object.fromEntries(segments.map(({ key, config }) => [key, JSON.parse(config).included]))
    return { revision, flags: flags.map(({ key }) => key), included }
  }
  const revisionOf = async (id: string) =>
    (await server.deps.store.publications.readState(id as EnvironmentId))?.revision
  expect([...read.keys()].toSorted()).toEqual([development, staging].toSorted())
  expect(shown(development)).toEqual({
    revision: await revisionOf(development),
    flags: [flag.key],
    included: { [above.key]: [], [below.key]: ['ada'] },
  })
  expect(shown(staging)).toEqual({
    revision: await revisionOf(staging),
    flags: [flag.key],
    included: { [below.key]: ['grace'] },
  })
})

test('a flag that becomes client-safe is told of wherever it has a config', async () => {
  const { org, patch } = await openFollowed()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await patch()
  await org.patch(`${org.base}/flags/${flag.key}`, { clientSafe: true })
  expect(await patch()).toMatchObject({ [flag.key]: { clientSafe: true } })
})

test('who is too far behind, ahead, or knows a revision from before a gap gets the whole', async () => {
  const { org, reader } = await openFollowed()
  const environmentId = org.environmentId('development') as EnvironmentId
  const flag = await org.createFlag({ key: `a-key-${'that-takes-room'.repeat(7)}` })
  const first = reader.revision as number
  for (let version = 1; version <= 30; version++) await org.put(org.at(flag.key), config({ version }))
  const isPatch = async (from: number) => 'from' in ((await edge.readBundle(environmentId, from)) ?? {})
  expect(await isPatch(first)).toBe(false)
  expect(await isPatch(first + 20)).toBe(true)
  expect(await isPatch(first + 30)).toBe(true)
  expect(await isPatch(first + 31)).toBe(false)
  // Like a release that does not know the list of changes.
  await server.execute(`update environments set revision = revision + 1 where id = '${environmentId}'`)
  expect(await isPatch(first + 30)).toBe(false)
  await org.put(org.at(flag.key), config({ version: 31 }))
  for (const before of [first + 29, first + 30]) expect(await isPatch(before)).toBe(false)
  expect(await isPatch(first + 31)).toBe(true)
  const { body: copy } = await org.post(`${org.base}/environments`, { name: 'C', slug: 'c', copyFrom: environmentId })
  const { revision = 0, changes } = (await server.deps.store.publications.readState(copy.id)) ?? {}
  expect(changes).toEqual([])
  expect('from' in ((await edge.readBundle(copy.id, revision - 1)) ?? {})).toBe(false)
})

test('a change that touched more than is remembered is the whole, and the next one a patch again', async () => {
  const { org, reader } = await openFollowed()
  const environmentId = org.environmentId('development') as EnvironmentId
  const touch = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => flagName(`flag-of-some-length-${at}`))
    return server.deps.store.transaction((tx) => tx.publications.bumpRevisions([{ environmentId, names }]))
  }
  const [patches, wholes] = [reader.patches, reader.wholes]
  await touch(200)
  await reader.follow()
  expect([reader.patches, reader.wholes]).toEqual([patches, wholes + 1])
  await touch(20)
  await reader.follow()
  expect([reader.patches, reader.wholes]).toEqual([patches + 1, wholes + 1])
})

test.each([1, 2, 3])(
  'whoever follows by patches has the same as who reads the whole, whatever several writers do (%i)',
  async (seed) => {
    const { org, reader } = await openFollowed()
    const changeAny = await openRandomChanges(org)
    let left = 40
    const write = async (): Promise<void> => {
      while (left-- > 0) await changeAny(seed * 1_000 + left)
    }
    const followed = (async () => {
      // Yields to the event loop each time: an embedded database answers within one turn, and writers would wait forever.
      for (; left > 0; await setImmediate().then(reader.follow)) {
        const whole = await reader.whole()
        if (whole.revision === reader.revision) expect(reader.entries).toEqual(whole.entries)
      }
    })()
    await Promise.all([followed, write(), write(), write()])
    await reader.follow()
    const { revision, entries, patches } = reader
    expect({ revision, entries }).toEqual(await reader.whole())
    expect(patches).toBeGreaterThan(10)
  },
)
