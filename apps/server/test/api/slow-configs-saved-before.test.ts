import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfSlowConfigs } from '../../src/management/flag-versions/warn-of-slow-configs.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const pattern = '^(?:\\pL|\\pN){999}$'
const rules = [{ id: 'r', name: '', enabled: true, conditionOperator: 'AND', value: true }]
const slow = { rules: [{ ...rules[0], conditions: [{ attribute: 'a', operator: 'regex', value: pattern }] }] }

/** Saves a config like an earlier version of the service, which did not check its cost. */
const saveUnasked = async (org: TestOrganization, flagId: string, fields: object) => {
  const { store, newId, nowUs } = server.deps
  const environmentId = org.environmentId('development') as never
  const version = {
    id: newId('flagVersion'),
    flagId: flagId as never,
    environmentId,
    config: config(fields) as never,
    needs: [],
    createdBy: 'key_before' as never,
    proposalId: null,
  }
  await store.transaction(async (tx) => {
    await tx.flagVersions.append(version, nowUs())
    await tx.publications.bumpRevisions([{ environmentId, names: undefined }])
  })
}

const createFlags = (org: TestOrganization, count: number) =>
  Promise.all(Array.from({ length: count }, () => org.createFlag()))

const warnings = async ({ deps } = server): Promise<Record<string, unknown>[]> => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  await warnOfSlowConfigs({ store: deps.store, log, isOver: () => false })
  return lines.map((line) => JSON.parse(line))
}

test('a config that was saved before is served on, and named at the start', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const fine = await org.createFlag()
  await saveUnasked(org, flag.id, slow)
  await server.deps.publisher.publish({ environments: [org.environmentId('development') as never] })
  await org.put(
    org.at(fine.key),
    config({ rules: [{ value: true, conditions: [{ attribute: 'a', operator: 'regex', value: 'b+' }] }] }),
  )

  const delivery = deliveryClient(server.deliveryUrl, org.key)
  await expect
    .poll(async () => (await delivery.evaluate(flag.key, { attributes: { a: 'é'.repeat(999) } })).body)
    .toMatchObject({ value: true, ruleId: 'r' })
  expect((await delivery.evaluate(flag.key, { attributes: { a: 'é' } })).body).toMatchObject({ value: false })
  const explained = await org.post(`${org.at(flag.key)}/explain`, { context: { attributes: { a: 'é'.repeat(999) } } })
  expect(explained.body.result).toEqual({ value: true, reason: 'RULE_MATCH', ruleId: 'r' })

  expect(await warnings()).toEqual([
    expect.objectContaining({
      orgId: org.id,
      project: org.project.slug,
      environment: 'development',
      flagKey: flag.key,
      path: 'rules[0].conditions[0].value',
      message: expect.stringContaining('must be a smaller pattern'),
      msg: expect.stringContaining('simplify it and save it'),
    }),
  ])
})

test('what was simplified or archived since is not named any more', async () => {
  const org = await server.newOrganization()
  const [simplified, archived] = [await org.createFlag(), await org.createFlag()]
  for (const { id } of [simplified, archived]) await saveUnasked(org, id, slow)
  await org.put(org.at(simplified.key), config({ version: 2 }))
  await org.patch(`${org.base}/flags/${archived.key}`, { archived: true })
  const named = (await warnings()).map(({ flagKey }) => flagKey)
  expect(named).not.toContain(simplified.key)
  expect(named).not.toContain(archived.key)
})

test('of many the first hundred are named, and how many there are', async () => {
  const org = await server.newOrganization()
  for (const { id } of await createFlags(org, 101)) await saveUnasked(org, id, slow)
  const lines = await warnings()
  expect(lines.filter(({ flagKey }) => flagKey !== undefined)).toHaveLength(100)
  expect(lines.at(-1)).toMatchObject({ configs: expect.any(Number), msg: expect.stringContaining('first 100') })
})

test('everybody else has their turn between batches, also where nothing is found', async () => {
  const fine = await startTestServer()
  const org = await fine.newOrganization()
  await createFlags(org, 101)
  let turns = 0
  let next = setImmediate(function again() {
    turns++
    next = setImmediate(again)
  })
  expect(await warnings(fine)).toEqual([])
  clearImmediate(next)
  expect(turns).toBeGreaterThan(2)
})
