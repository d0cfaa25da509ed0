import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { databases } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'
import { expectAnswer, expectRun, makeFlags, startShifted } from '../process/support/schedules.ts'

const apartMs = 25
const stepCount = 3

/** Waits until a time, which may have passed already. */
const until = (ms: number): Promise<void> => setTimeout(Math.max(1, ms - Date.now()))

/** Creates rounds of schedules for some flags, all with the same times. */
const openRounds = (keys: readonly string[]) => {
  let leadMs = 1_500
  let round = 0
  const tryRound = async (organization: TestOrganization) => {
    const firstMs = Date.now() + leadMs
    const last = 10 * ++round
    const steps = Array.from({ length: stepCount }, (_, step) => ({
      at: new Date(firstMs + step * apartMs).toISOString(),
      change: { defaultValue: last - stepCount + step + 1 },
    }))
    const answers = await Promise.all(
      keys.map((key) => organization.post(`${organization.at(key)}/schedules`, { steps })),
    )
    const made = answers.flatMap(({ body: { id } }, at) => (id ? [{ key: keys[at] ?? '', id: id as string }] : []))
    return { made, firstMs, lastMs: firstMs + (stepCount - 1) * apartMs, last }
  }
  return {
    /** Repeats with more lead time if the machine took too long to create them before the first step. */
    next: async (organization: TestOrganization) => {
      for (;;) {
        const made = await tryRound(organization)
        if (made.made.length === keys.length && Date.now() < made.firstMs) return made
        leadMs *= 2
        for (const { id } of made.made) await organization.post(`/v1/schedules/${id}/cancel`)
      }
    },
    takeMoreTime: () => {
      leadMs *= 2
    },
  }
}

test('on SQLite a kill -9 around the time of steps loses none and runs none twice', async () => {
  await using database = await databases.SQLite()
  let server = await startServer(database.settings)
  try {
    const { firstKey = '' } = server
    const keys = await makeFlags(await openOrganization(firstKey, server), 3)
    const rounds = openRounds(keys)
    const kill = async (killMs: number) => {
      const { made, firstMs, lastMs, last } = await rounds.next(await openOrganization(firstKey, server))
      await until(firstMs + killMs)
      await server.kill9()
      const isBeforehand = Date.now() < firstMs
      await until(lastMs)
      server = await startServer(database.settings)
      const organization = await openOrganization(firstKey, server)
      const ran: Json[][] = []
      for (const schedule of made) {
        ran.push(await expectRun(organization, schedule))
        await expectAnswer(server, organization, schedule.key, last)
      }
      return { ran, isBeforehand }
    }
    const away = async (): Promise<Json[][]> => {
      const killed = await kill(Number.NEGATIVE_INFINITY)
      if (killed.isBeforehand) return killed.ran
      rounds.takeMoreTime()
      return away()
    }
    // A server that was down during all steps makes one version of them.
    for (const steps of await away()) {
      expect(steps.map(({ status }) => status)).toEqual(['folded', 'folded', 'done'])
    }
    for (const killMs of [-10, 0, 5, 10, 20, 35, 50]) await kill(killMs)
  } finally {
    await server.kill9()
  }
})

test('of two processes on PostgreSQL, ten minutes apart by their clocks, one runs each step at the database’s time, whichever is killed', async () => {
  await using database = await databases.PostgreSQL()
  const start = (aheadMs: number) => startShifted(database.settings, { CLOCK_AHEAD_MS: String(aheadMs) })
  const clocks = [0, 600_000]
  const running = new Map<number, ServerProcess>()
  for (const aheadMs of clocks) running.set(aheadMs, await start(aheadMs))
  try {
    const firstKey = running.get(0)?.firstKey ?? ''
    const rounds = openRounds(await makeFlags(await openOrganization(firstKey, ...running.values()), 4))
    for (const [round, killMs] of [-10, 5, 15, 35].entries()) {
      const { made, firstMs, last } = await rounds.next(await openOrganization(firstKey, ...running.values()))
      const killed = clocks[round % 2] as number
      await until(firstMs + killMs)
      await running.get(killed)?.kill9()
      running.delete(killed)
      const left = await openOrganization(firstKey, ...running.values())
      for (const schedule of made) {
        for (const { doneAt } of await expectRun(left, schedule)) {
          expect(Date.parse(doneAt)).toBeLessThanOrEqual(Date.now())
        }
      }
      const restarted = await start(killed)
      running.set(killed, restarted)
      for (const { key } of made) await expectAnswer(restarted, left, key, last)
    }
  } finally {
    for (const server of running.values()) await server.kill9()
  }
})
