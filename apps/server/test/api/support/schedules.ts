import { expect } from 'vitest'
import type { TestServer } from '../../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../../src/testing/test-organization.ts'

export const hour = 3_600

/** A step so far ahead that it does not run during the test. */
export const laterStep = (change: object = { enabled: false }, after = hour) => ({ after, change })

const rules = [{ id: 'rule_beta', conditions: [], value: true, rolloutPercentage: 10 }]

/** A flag with a config in an environment, and the path of its schedules there. */
export const openFlag = async (org: TestOrganization, { slug = 'development', flag = {}, version = {} } = {}) => {
  const { key, id } = await org.createFlag(flag)
  const path = org.at(key, slug)
  expect((await org.put(path, config({ rules, ...version }))).status).toBe(201)
  const create = (fields: object = {}, as?: string) =>
    org.post(`${path}/schedules`, { steps: [laterStep()], ...fields }, as)
  return { key, id, path, create }
}

/** The same in a protected environment, with a second actor who may approve. */
export const openProtected = async (server: TestServer) => {
  const org = await server.newOrganization()
  const flag = await openFlag(org, { slug: 'production' })
  await org.protect('production')
  const { key: reviewer, id: reviewerId } = await org.createKey()
  const approve = (id: string) => org.post(`/v1/proposals/${id}/approve`, {}, reviewer)
  const reject = (id: string, body: object = {}) => org.post(`/v1/proposals/${id}/reject`, body, reviewer)
  return { org, ...flag, reviewer, reviewerId, approve, reject }
}

/** The audit entries of a project whose action begins with a prefix, oldest first. */
export const logged = async (org: TestOrganization, prefix: string) => {
  const entries = await org.walk(`${org.base}/audit-log?action=${prefix}`)
  return entries.map(({ action, resourceId, actorId, meta }) => ({ action, resourceId, actorId, meta })).toReversed()
}
