import { expect, test, vi } from 'vitest'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { createSchedule, expectAnswer, expectRun, makeFlags, readSchedule, startShifted } from './support/schedules.ts'

const hourMs = 3_600_000

test('a clock that leaps back runs nothing twice, and one that leaps ahead makes one version of what is overdue', async () => {
  await using database = await databases.SQLite()
  const leaps = [-hourMs, 3 * hourMs, -hourMs]
  await using server = await startShifted(database.settings, { CLOCK_LEAPS_MS: leaps.join() })
  const startEpoch = async () => {
    server.signal('SIGUSR2')
    const by = leaps.shift()
    await vi.waitFor(() => expect(server.stdout().trimEnd()).toMatch(new RegExp(`leapt by ${by} ms\\.$`)))
  }
  const organization = await openOrganization(server.firstKey ?? '', server)
  const [key = '', ...others] = await makeFlags(organization, 4)
  const to = (defaultValue: number, after: number) => ({ after, change: { defaultValue } })
  const steps = [to(1, 1), to(2, 600), to(3, 600), to(4, 7_200)]
  const long = await createSchedule(organization, key, steps)
  const statuses = async () =>
    (await readSchedule(organization, long.id)).steps.map((step: { status: string }) => step.status)
  await vi.waitFor(async () => expect((await statuses())[0]).toBe('done'))

  /** Waits until another schedule has run: by then, due steps of the long one would have run too. */
  const afterAnother = async () => {
    const other = await createSchedule(organization, others.shift() ?? '', [to(1, 1)])
    await expectRun(organization, other)
    return statuses()
  }
  await startEpoch()
  expect(await afterAnother()).toEqual(['done', 'waiting', 'waiting', 'waiting'])
  await startEpoch()
  await vi.waitFor(async () => expect((await statuses())[2]).toBe('done'))
  expect(await afterAnother()).toEqual(['done', 'folded', 'done', 'waiting'])
  await startEpoch()
  expect(await afterAnother()).toEqual(['done', 'folded', 'done', 'waiting'])
  const history = await organization.walk(`${organization.at(key)}/versions`)
  expect(history.map((version) => version.config.defaultValue)).toEqual([3, 1, 0])
  await expectAnswer(server, organization, key, 3)
})
