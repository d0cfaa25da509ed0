import { expect } from 'vitest'
import type { Json } from './clients/answer.ts'
import type { TestServer } from './servers/test-server.ts'
import { config, type TestOrganization } from './test-organization.ts'

export const split = (fields: object = {}) => ({
  id: 'rule_split',
  name: 'Everybody',
  conditions: [],
  distribution: [
    { variant: 'blue', weight: 50 },
    { variant: 'green', weight: 50 },
  ],
  ...fields,
})

const colours = [
  { key: 'blue', value: '#00f' },
  { key: 'green', value: '#0f0' },
]

/** A config whose rule splits between blue, which is control, and green. */
const splitting = (fields: object = {}) =>
  config({ defaultValue: '#000', variants: colours, rules: [split()], ...fields })

export const guardrail = (metric: string, then: string, worseBy = 0.1) => ({ metric, worseBy, then })

let made = 0

/** Builders of metrics and experiments in an organization. */
export const experimentsOf = (org: TestOrganization) => {
  const createMetric = async (fields: object = {}): Promise<Json> => {
    const key = `metric-${++made}`
    const { status, body } = await org.post(`${org.base}/metrics`, {
      key,
      name: key,
      kind: 'conversion',
      event: 'bought',
      ...fields,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  /** Creates a flag that splits and a metric. Returns a function that drafts an experiment on it. */
  const openSplit = async ({ slug = 'development', flag = {}, version = {} }: Opening = {}) => {
    const { key, id } = await org.createFlag({ type: 'string', ...flag })
    const path = org.at(key, slug)
    expect((await org.put(path, splitting(version))).status).toBe(201)
    const { key: primary } = await createMetric()
    const create = (fields: object = {}, as?: string) =>
      org.post(
        `${path}/experiments`,
        { name: 'Greener', ruleId: 'rule_split', control: 'blue', primary, ...fields },
        as,
      )
    return { key, id, path, primary, create, save: (fields: object) => org.put(path, splitting(fields)) }
  }

  const read = async (id: string): Promise<Json> => (await org.get(`/v1/experiments/${id}`)).body
  const act = (id: string, how: string, body?: object, as?: string) =>
    org.post(`/v1/experiments/${id}/${how}`, body, as)

  /** Creates the same, and starts an experiment on it. */
  const run = async (fields: object = {}, opening: Opening = {}) => {
    const opened = await openSplit(opening)
    const { status, body } = await opened.create(fields)
    expect(status, JSON.stringify(body)).toBe(201)
    const started = await act(body.id, 'start')
    expect([started.status, started.body.status], JSON.stringify(started.body)).toEqual([200, 'running'])
    return { ...opened, id: body.id as string, read: () => read(body.id) }
  }

  return { createMetric, openSplit, read, act, run }
}

type Opening = { slug?: string; flag?: object; version?: object }

/** An organization, and functions by which another key approves or rejects its proposals. */
export const openProtected = async (server: TestServer) => {
  const org = await server.newOrganization()
  const { key: reviewer } = await org.createKey()
  const approve = (id: string) => org.post(`/v1/proposals/${id}/approve`, {}, reviewer)
  const reject = (id: string, body: object = {}) => org.post(`/v1/proposals/${id}/reject`, body, reviewer)
  return { org, ...experimentsOf(org), approve, reject }
}
