import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../../apps/server/src/testing/test-organization.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const server = await startTestServer()
const url = server.deliveryUrl

/** A flag that is on for whoever is in a large segment. */
const openOrganization = async (ids: string) => {
  const org = await server.newOrganization()
  const segment = await org.uploadSegment(ids)
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const upload = (op: string, more: string) => org.upload(`${org.segmentAt(segment.key)}/ids?op=${op}`, more)
  return { org, key, segment, upload }
}

test('a flag answers by its list, in process, and follows its changes', async () => {
  const { org, key, upload } = await openOrganization(Array.from({ length: 3_000 }, (_, at) => `user-${at}`).join('\n'))
  const { fetch } = recordedFetch()
  const flags = openTestFlags({ url, key: org.key, fetch })
  const changed = vi.fn()
  const errors = vi.fn()
  flags.on('changed', changed)
  flags.on('error', errors)
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'user-1' }, false)).toBe(true))
  expect(flags.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: false, reason: 'DEFAULT' })
  expect(changed).toHaveBeenCalledWith({ keys: [key] })
  await upload('add', 'eve')
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'eve' }, false)).toBe(true))
  await upload('remove', 'user-1')
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'user-1' }, true)).toBe(false))
  expect(errors).not.toHaveBeenCalled()
})

test('a list that cannot be had is never taken for an empty one, and holds up nothing else', async () => {
  const { org, key, segment, upload } = await openOrganization('ada')
  const other = await org.createFlag()
  await org.put(org.at(other.key), config())
  let isWithheld = true
  const { fetch } = recordedFetch((path) =>
    isWithheld && path.startsWith('/v1/lists') ? Promise.resolve(new Response('', { status: 503 })) : undefined,
  )
  const flags = openTestFlags({ url, key: org.key, fetch })
  await flags.ready()
  expect(flags.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: true, error: expect.anything() })
  isWithheld = false
  await vi.waitFor(() => expect(flags.boolean(key, { userId: 'ada' }, false)).toBe(true))
  isWithheld = true
  await upload('replace', 'eve')
  await org.put(org.at(key), config({ version: 2, rules: [ruleIn(segment.key, { value: true })], defaultValue: true }))
  await org.put(org.at(other.key), config({ version: 2, defaultValue: true }))
  await vi.waitFor(() => expect(flags.boolean(other.key, {}, false)).toBe(true))
  expect(flags.booleanDetails(key, { userId: 'ada' }, false)).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  expect(flags.booleanDetails(key, { userId: 'eve' }, true)).toMatchObject({ value: false, reason: 'DEFAULT' })
  isWithheld = false
  await vi.waitFor(() => expect(flags.booleanDetails(key, { userId: 'eve' }, false).reason).toBe('RULE_MATCH'))
  expect(flags.booleanDetails(key, { userId: 'ada' }, false)).toMatchObject({ value: true, reason: 'DEFAULT' })
})
