import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startServer } from '../../src/testing/server-process.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'
import { createSchedule, expectAnswer, expectRun, makeFlags, readSchedule, startShifted } from './support/schedules.ts'

/** Between the kill and the first of the steps, which are so far apart. */
const killsMs = [-50, -10, 0, 5, 10, 20, 30, 50, 70]
const apartMs = 25
/** How long it takes to make the schedules. */
const aheadMs = 400

const stepsFrom = (firstMs: number, round: number) =>
  [1, 2, 3].map((step) => ({
    at: new Date(firstMs + step * apartMs - apartMs).toISOString(),
    change: { defaultValue: 10 * round + step },
  }))

test('on SQLite a kill -9 around the time of steps loses none and runs none twice', async () => {
  await using database = await databases.SQLite()
  let server = await startServer(database.settings)
  const { firstKey = '' } = server
  try {
    const keys = await makeFlags(await openOrganization(firstKey, server), 3)
    const folded: boolean[] = []
    for (const [round, killMs] of killsMs.entries()) {
      const before = await openOrganization(firstKey, server)
      const firstMs = Date.now() + aheadMs
      const steps = stepsFrom(firstMs, round)
      const made = await Promise.all(keys.map((key) => createSchedule(before, key, steps)))
      await setTimeout(firstMs + killMs - Date.now())
      await server.kill9()
      server = await startServer(database.settings)
      const after = await openOrganization(firstKey, server)
      for (const schedule of made) {
        const ran = await expectRun(after, schedule)
        await expectAnswer(server, after, schedule.key, 10 * round + 3)
        folded.push(ran[0]?.status === 'folded' && ran[1]?.status === 'folded')
      }
    }
    expect(folded.slice(0, keys.length), 'what was down over all steps makes one version of them').not.toContain(false)
    expect(folded.slice(-keys.length), 'what was killed after them had run them one by one').not.toContain(true)
  } finally {
    await server.kill9()
  }
})

test('of two processes on PostgreSQL whose clocks are ten minutes apart one runs each step, at the database’s time, whichever is killed', async () => {
  await using database = await databases.PostgreSQL()
  const clocks = ['0', '600000']
  const start = (at: number) => startShifted(database.settings, { CLOCK_AHEAD_MS: clocks[at] as string })
  const servers = [await start(0), await start(1)]
  const firstKey = servers[0]?.firstKey ?? ''
  try {
    const keys = await makeFlags(await openOrganization(firstKey, ...servers), 4)
    for (const [round, killMs] of killsMs.entries()) {
      const both = await openOrganization(firstKey, ...servers)
      const firstMs = Date.now() + aheadMs
      const steps = stepsFrom(firstMs, round)
      const made = await Promise.all(keys.map((key) => createSchedule(both, key, steps)))
      const killed = round % 2
      await setTimeout(firstMs + killMs - Date.now())
      await servers[killed]?.kill9()
      const left = await openOrganization(firstKey, servers[1 - killed] as (typeof servers)[number])
      for (const schedule of made) {
        const ran = await expectRun(left, schedule)
        for (const { doneAt } of ran) expect(Date.parse(doneAt)).toBeLessThanOrEqual(Date.now())
      }
      const restarted = await start(killed)
      servers[killed] = restarted
      for (const { key } of made) await expectAnswer(restarted, left, key, 10 * round + 3)
    }
  } finally {
    for (const server of servers) await server.kill9()
  }
})

const hourMs = 3_600_000

test('a clock that leaps back runs nothing twice, and one that leaps ahead makes one version of what is overdue', async () => {
  await using database = await databases.SQLite()
  await using server = await startShifted(database.settings, { CLOCK_LEAPS_MS: `${-hourMs},${3 * hourMs},${-hourMs}` })
  const organization = await openOrganization(server.firstKey ?? '', server)
  const [key = '', ...others] = await makeFlags(organization, 4)
  const to = (defaultValue: number, after: number) => ({ after, change: { defaultValue } })
  const steps = [to(1, 1), to(2, 600), to(3, 600), to(4, 7_200)]
  const long = await createSchedule(organization, key, steps)
  const statuses = async () =>
    (await readSchedule(organization, long.id)).steps.map((step: { status: string }) => step.status)
  await vi.waitFor(async () => expect((await statuses())[0]).toBe('done'))

  /** Another schedule is made and runs: by then, what was to be run of the long one would have been. */
  const afterAnother = async () => {
    const other = await createSchedule(organization, others.shift() ?? '', [to(1, 1)])
    await expectRun(organization, other)
    return statuses()
  }
  server.signal('SIGUSR2')
  expect(await afterAnother()).toEqual(['done', 'waiting', 'waiting', 'waiting'])
  server.signal('SIGUSR2')
  await vi.waitFor(async () => expect((await statuses())[2]).toBe('done'))
  expect(await afterAnother()).toEqual(['done', 'folded', 'done', 'waiting'])
  server.signal('SIGUSR2')
  expect(await afterAnother()).toEqual(['done', 'folded', 'done', 'waiting'])
  const history = await organization.walk(`${organization.at(key)}/versions`)
  expect(history.map((version) => version.config.defaultValue)).toEqual([3, 1, 0])
  await expectAnswer(server, organization, key, 3)
})
