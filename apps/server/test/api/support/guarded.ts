import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { openPrometheus } from '../../../src/prometheus/open-prometheus.ts'
import { atEnd } from '../../../src/testing/at-end.ts'
import type { Json } from '../../../src/testing/clients/answer.ts'
import { startTestServer } from '../../../src/testing/servers/test-server.ts'
import { unboundedMs } from '../../../src/testing/servers/unbounded.ts'
import { startPrometheus } from '../../../src/testing/services.ts'
import { config } from '../../../src/testing/test-organization.ts'

const everyMs = 15_000

/** A server with its own Prometheus, and schedules with guardrails. */
export const startGuarded = async () => {
  const prometheus = await startPrometheus()
  atEnd(prometheus.stop)
  const client = openPrometheus({ url: prometheus.url, token: undefined }, pino({ level: 'silent' }), unboundedMs)
  const server = await startTestServer({ prometheus: client, stopClock: true })

  /** A flag with default 1, and a schedule that changes it to 2 and then 3, `afterSeconds` apart. */
  const open = async (guardrails: object[], { afterSeconds = 60, slug = 'development', flag = {} } = {}) => {
    const organization = await server.newOrganization()
    const { key } = await organization.createFlag({ type: 'number', ...flag })
    const at = organization.at(key, slug)
    await organization.put(at, config({ defaultValue: 1 }))
    const steps = [2, 3].map((defaultValue) => ({ after: afterSeconds, change: { defaultValue } }))
    const create = () => organization.post(`${at}/schedules`, { steps, guardrails, comment: 'a quiet launch' })
    return { organization, key, at, create }
  }

  const start = async (guardrails: object[], options: Parameters<typeof open>[1] = {}) => {
    const opened = await open(guardrails, options)
    const { status, body } = await opened.create()
    expect([status, body.reason]).toEqual([201, null])
    const id: string = body.id
    const { organization, at } = opened
    const read = async (): Promise<Json> => (await organization.get(`/v1/schedules/${id}`)).body
    /** Reads the due time: nothing else shows that an answer changed nothing, or that a step has to wait. */
    const dueUs = async (kind: string): Promise<number | undefined> => {
      const statement = `select at_us from due where kind = '${kind}' and subject = '${id}'`
      const [row] = (await server.execute(statement)) as { at_us: number | string }[]
      return row && Number(row.at_us)
    }
    const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { interval: 10 })
    return {
      ...opened,
      id,
      read,
      /** Waits until the schedule matches. */
      becomes: async (expected: object): Promise<Json> => {
        await waitFor(async () => expect(await read()).toMatchObject(expected))
        return read()
      },
      values: async (): Promise<number[]> =>
        (await organization.walk(`${at}/versions`)).map((version) => version.config.defaultValue),
      /** Waits until the next check of the guardrails was made and its answer stored. */
      askAgain: async () => {
        const before = await dueUs('guardrails')
        server.moveClock(everyMs)
        await waitFor(async () => expect(await dueUs('guardrails')).not.toBe(before))
      },
      /** Waits until the first answers are stored. */
      answered: () => waitFor(async () => expect(await dueUs('guardrails')).toBeGreaterThan(server.deps.nowUs())),
      /** Waits until the due step has found that it has to wait. */
      held: () => waitFor(async () => expect(await dueUs('schedule')).toBeUndefined()),
      post: (what: string) => organization.post(`/v1/schedules/${id}/${what}`),
    }
  }
  return { server, prometheus, open, start }
}
