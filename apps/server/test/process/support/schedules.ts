import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import type { Json } from '../../../src/testing/clients/answer.ts'
import {
  installed,
  programAt,
  type ServerProcess,
  type Settings,
  startServer,
} from '../../../src/testing/servers/server-process.ts'
import { config, type TestOrganization } from '../../../src/testing/test-organization.ts'
import { evaluate } from './organization.ts'

const shiftedClock = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url))
const program = programAt(join(installed, 'main.js'), '--import', shiftedClock)

/** A server whose clock is changed by `shifted-clock.mjs`. */
export const startShifted = (settings: Settings, clock: Settings): Promise<ServerProcess> =>
  startServer({ ...settings, ...clock }, { program })

/** Creates number flags that answer 0. */
export const makeFlags = async (organization: TestOrganization, count: number): Promise<string[]> => {
  const keys: string[] = []
  for (let flag = 0; flag < count; flag++) {
    const { key } = await organization.createFlag({ type: 'number' })
    expect((await organization.put(organization.at(key), config({ defaultValue: 0 }))).status).toBe(201)
    keys.push(key)
  }
  return keys
}

type Made = { key: string; id: string }

export const createSchedule = async (organization: TestOrganization, key: string, steps: object[]): Promise<Made> => {
  const { status, body } = await organization.post(`${organization.at(key)}/schedules`, { steps })
  expect(status, JSON.stringify(body)).toBe(201)
  return { key, id: body.id }
}

export const readSchedule = async (organization: TestOrganization, id: string): Promise<Json> =>
  (await organization.get(`/v1/schedules/${id}`)).body

/** Waits until every step is done, and checks that each ran exactly once, in order, without any other version. */
export const expectRun = async (organization: TestOrganization, { key, id }: Made): Promise<Json[]> => {
  await vi.waitFor(async () => expect((await readSchedule(organization, id)).status).toBe('completed'))
  const { steps } = await readSchedule(organization, id)
  const done = steps.filter(({ status }: Json) => status === 'done')
  expect(steps.map(({ status }: Json) => status)).not.toContain('waiting')
  expect(steps.at(-1).status).toBe('done')
  const history = (await organization.walk(`${organization.at(key)}/versions`)).reverse()
  expect(history.map(({ version }) => version)).toEqual(history.map((_, at) => at + 1))
  const made = history.filter(({ scheduleId }) => scheduleId === id)
  expect(made.map((version) => [version.version, version.config.defaultValue])).toEqual(
    done.map(({ version, change }: Json) => [version, change.defaultValue]),
  )
  for (const { at, doneAt } of steps) expect(Date.parse(doneAt)).toBeGreaterThanOrEqual(Date.parse(at))
  return steps
}

export const expectAnswer = async (server: ServerProcess, organization: TestOrganization, key: string, value: number) =>
  vi.waitFor(async () => expect((await evaluate(server, organization.key, key)).body.value).toBe(value))
