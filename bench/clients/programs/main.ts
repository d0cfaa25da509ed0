// What people do with the client that openapi-generator makes for TypeScript.
import assert from 'node:assert/strict'
import * as delivery from './delivery/index.js'
import * as management from './management/index.js'

const { PROJECT_ID: projectId = '', ENVIRONMENT_ID: envId = '', API_KEY: accessToken = '' } = process.env
const { MANAGEMENT_URL = '', DELIVERY_URL = '' } = process.env
const manage = new management.Configuration({ basePath: MANAGEMENT_URL, accessToken })
const deliver = new delivery.Configuration({ basePath: DELIVERY_URL, accessToken })
const flags = new management.FlagsApi(manage)

for (const key of ['ts-a', 'ts-b', 'ts-c']) {
  const flag = await flags.createFlag({ projectId, createFlagRequest: { key, name: key, type: 'boolean' } })
  assert.equal(flag.key, key)
  assert.equal(flag.archivedAt, null)
}

const keys: string[] = []
let cursor: number | undefined
do {
  const page = await flags.listFlags({ projectId, limit: 2, cursor, archived: false, search: 'ts-' })
  keys.push(...page.items.map((flag) => flag.key))
  cursor = page.nextCursor ?? undefined
  assert.equal(page.hasMore, cursor !== undefined)
} while (cursor !== undefined)
assert.equal(keys.length, 3)

const version = await new management.FlagVersionsApi(manage).createFlagVersion({
  projectId,
  envId,
  flagKey: 'ts-a',
  flagVersionBody: { version: 1, enabled: true, defaultValue: false, rules: [{ value: true }] },
})
assert.equal(version.version, 1)
assert.equal(version.config.rules[0]?.value, true)

const refused = await flags
  .createFlag({ projectId, createFlagRequest: { key: 'no key', name: '', type: 'boolean' } })
  .catch((error: unknown) => error)
assert.ok(refused instanceof management.ResponseError)
assert.equal(refused.response.status, 422)
const problem = management.ModelErrorFromJSON(await refused.response.json())
assert.equal(problem.error.code, 'VALIDATION_ERROR')
assert.equal(problem.error.details?.length, 2)

const evaluations = new delivery.EvaluationApi(deliver)
const context = { userId: 'user-1', attributes: { age: 30, beta: true } }
const result = await evaluations.evaluate({ evaluateBody: { flagKey: 'ts-a', context } })
assert.equal(result.reason, 'RULE_MATCH')
assert.equal(result.value, true)
const unknown = await evaluations.evaluate({ evaluateBody: { flagKey: 'nobody', context } })
assert.equal(unknown.reason, 'FLAG_NOT_FOUND')
assert.equal(unknown.value, null)
