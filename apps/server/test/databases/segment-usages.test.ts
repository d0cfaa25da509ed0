import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

test('usages are the flags and segments of active versions, by environment, the newest first', async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment()
  await org.put(org.segmentAt(beta.key, 'staging'), { version: 1 })
  const flag = await org.createFlag()
  const naming = config({ rules: [ruleIn([beta.key, beta.key], { value: true })] })
  await org.put(org.at(flag.key), naming)
  await org.put(org.at(flag.key, 'staging'), naming)
  const outer = await org.saveSegment({ rules: [ruleIn(beta.key)] })
  const path = `${org.base}/segments/${beta.key}/usages`
  const development = org.environmentId('development')
  expect(await org.walk(path, 1)).toEqual([
    { environmentId: development, segmentKey: outer.key },
    { environmentId: org.environmentId('staging'), flagKey: flag.key },
    { environmentId: development, flagKey: flag.key },
  ])
  await org.put(org.at(flag.key), config({ version: 2 }))
  await org.put(org.segmentAt(outer.key), { version: 2 })
  expect(await org.walk(path)).toEqual([{ environmentId: org.environmentId('staging'), flagKey: flag.key }])
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect(await org.walk(path)).toEqual([])
  await org.patch(`${org.base}/flags/${flag.key}`, { archived: false })
  expect(await org.walk(path)).toHaveLength(1)
})

test('many flags that were saved at once are each in the list once', async () => {
  const org = await server.newOrganization()
  const beta = await org.saveSegment()
  for (const slug of ['staging', 'production']) await org.put(org.segmentAt(beta.key, slug), { version: 1 })
  const flags = await Promise.all(Array.from({ length: 12 }, () => org.createFlag()))
  const naming = config({ rules: [ruleIn(beta.key, { value: true })] })
  const slugs = ['development', 'staging', 'production']
  await Promise.all(flags.flatMap(({ key }) => slugs.map((slug) => org.put(org.at(key, slug), naming))))
  const usages = await org.walk(`${org.base}/segments/${beta.key}/usages`, 5)
  expect(usages).toHaveLength(36)
  expect(new Set(usages.map((one) => JSON.stringify(one))).size).toBe(36)
})
