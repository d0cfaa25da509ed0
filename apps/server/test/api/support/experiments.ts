import { expect } from 'vitest'
import type { Json } from '../../../src/testing/clients/answer.ts'
import type { TestServer } from '../../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../../src/testing/test-organization.ts'

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

  /** A flag that splits, with a metric, and what makes an experiment of it. */
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

  /** The same, with an experiment that runs. */
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

/** An organization with a protected production, and somebody else who may approve. */
export const openProtected = async (server: TestServer) => {
  const org = await server.newOrganization()
  const { key: reviewer } = await org.createKey()
  const approve = (id: string) => org.post(`/v1/proposals/${id}/approve`, {}, reviewer)
  const reject = (id: string, body: object = {}) => org.post(`/v1/proposals/${id}/reject`, body, reviewer)
  return { org, ...experimentsOf(org), approve, reject }
}
