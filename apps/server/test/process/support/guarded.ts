import { expect, vi } from 'vitest'
import { config, type TestOrganization } from '../../../src/testing/test-organization.ts'

/** A flag with default 1, and a schedule that changes it to 2 after a second, and to 3 after an hour. */
export const schedule = async (organization: TestOrganization, guardrails: object[]) => {
  const { key } = await organization.createFlag({ type: 'number' })
  const at = organization.at(key)
  await organization.put(at, config({ defaultValue: 1 }))
  const steps = [1, 3_600].map((after, place) => ({ after, change: { defaultValue: place + 2 } }))
  const { body } = await organization.post(`${at}/schedules`, { steps, guardrails })
  return { key, at, id: body.id as string }
}

export const becomes = (organization: TestOrganization, id: string, expected: object) =>
  vi.waitFor(async () => expect((await organization.get(`/v1/schedules/${id}`)).body).toMatchObject(expected))

export const values = async (organization: TestOrganization, at: string) =>
  (await organization.walk(`${at}/versions`)).map((version) => version.config.defaultValue)

export const firstStepDone = { status: 'running', reason: null, steps: [{ status: 'done' }, { status: 'waiting' }] }
