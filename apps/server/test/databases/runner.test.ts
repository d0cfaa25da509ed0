import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { type Jobs, startRunner } from '../../src/runner/runner.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { atEnd } from '../../src/testing/at-end.ts'
import { openEmptyDatabase } from '../../src/testing/databases/open-database.ts'
import { unboundedMs } from '../../src/testing/servers/unbounded.ts'

const kind = 'expiry'
const secondUs = 1_000_000

let queries = 0
const { db, dialect } = await openEmptyDatabase(() => {
  queries++
})
afterAll(() => db.destroy())

/** A store whose clock only moves when the test moves it, and runners on it that note what they did. */
const open = async () => {
  let nowUs = Date.now() * 1_000
  const store = await openStore(db, dialect, { nowUs: () => nowUs })
  await db.deleteFrom('due').execute()
  const done: string[] = []
  const logged: string[] = []
  const log = pino({}, { write: (line) => logged.push(line) })
  const doOnce = async (subject: string): Promise<void> => {
    done.push(subject)
    await store.due.remove({ kind, subject })
  }
  return {
    store,
    done,
    logged,
    doOnce,
    moveClock: (us: number) => {
      nowUs += us
    },
    put: async (subject: string, inUs: number) => store.due.set({ kind, subject }, (await store.clock.nowUs()) + inUs),
    start: (job: Partial<Jobs[typeof kind]> = {}, parts: Partial<Store> = {}) => {
      const jobs: Jobs = { [kind]: { run: doOnce, atOnce: 4, leaseMs: 1_000, ...job } }
      const runner = startRunner({ store: { ...store, ...parts }, log, jobs, stopTimeoutMs: unboundedMs })
      atEnd(runner.close)
      return runner
    },
  }
}

const heldUntil = async (subject: string): Promise<number> => {
  const row = db.selectFrom('due').select('lease_us').where('subject', '=', subject)
  return (await row.executeTakeFirstOrThrow()).lease_us
}

test('what is due is done at its time and once, and until then the database is asked nothing', async () => {
  const { store, done, start } = await open()
  // The time begins with the first read, however late that is.
  let beganMs: number | undefined
  const nowUs = async () => {
    beganMs ??= performance.now()
    return Math.floor((performance.now() - beganMs) * 1_000)
  }
  const looks: number[] = []
  const next: Store['due']['next'] = (kinds, atUs) => {
    looks.push(atUs)
    return store.due.next(kinds, atUs)
  }
  await store.due.set({ kind, subject: 'later' }, secondUs)
  start({}, { due: { ...store.due, next }, clock: { nowUs } })
  await vi.waitFor(() => expect(done).toEqual(['later']))
  const [first, ...others] = looks
  expect(first).toBeLessThan(secondUs)
  for (const atUs of others) expect(atUs).toBeGreaterThanOrEqual(secondUs)
})

test('what is put in before the next wakes it', async () => {
  const { done, put, start } = await open()
  await put('next', 3_600 * secondUs)
  start()
  await vi.waitFor(() => expect(queries).toBeGreaterThan(0))
  await put('sooner', 0)
  await vi.waitFor(() => expect(done).toEqual(['sooner']))
})

test('whoever wakes it at the very end of a look is heard', async () => {
  const { store, start } = await open()
  let looks = 0
  let steps = 0
  const next = async () => {
    // Wakes the runner a varying number of promise steps after the database answered.
    if (looks++ % 2 === 0)
      Array.from({ length: steps })
        .reduce((before: Promise<void>) => before.then(), later())
        .then(wake)
    return []
  }
  const later = async () => undefined
  const { wake } = start({}, { due: { ...store.due, next }, clock: { nowUs: async () => 0 } })
  for (steps = 0; steps < 12; steps++) {
    looks = 0
    wake()
    // Everything here waits only for promises, which are all settled before the next turn.
    await setImmediate()
    expect(looks, `woken after ${steps} steps`).toBe(2)
  }
})

test('what somebody took and died over is done when their lease is over, and not before', async () => {
  const { store, done, put, start, moveClock } = await open()
  await put('left', 0)
  const nowUs = await store.clock.nowUs()
  expect(await store.due.claim(kind, nowUs, 60 * secondUs, 1)).toMatchObject([{ subject: 'left' }])
  expect(await store.due.claim(kind, nowUs, 60 * secondUs, 1)).toEqual([])
  const runner = start()
  await put('other', 0)
  await vi.waitFor(() => expect(done).toEqual(['other']))
  moveClock(60 * secondUs)
  runner.wake()
  await vi.waitFor(() => expect(done).toEqual(['other', 'left']))
})

test('what is put in again right before it ends is done once more, and waits for no lease', async () => {
  const { store, done, put, start } = await open()
  const taken = () => db.selectFrom('due').select('lease_us').where('lease_us', '>', 0).executeTakeFirstOrThrow()
  const run = async (subject: string): Promise<void> => {
    await store.due.remove({ kind, subject })
    if (done.push(subject) > 1) return
    await put(subject, 0)
    await vi.waitFor(taken)
  }
  start({ run, leaseMs: 60_000 })
  await put('again', 0)
  await vi.waitFor(() => expect(done).toEqual(['again', 'again']))
})

test('a lease that was given by a clock that was set back since holds nothing up', async () => {
  const { store, done, put, start, moveClock } = await open()
  await put('held', 0)
  moveClock(3_600 * secondUs)
  expect(await store.due.claim(kind, await store.clock.nowUs(), secondUs, 1)).toHaveLength(1)
  moveClock(-3_600 * secondUs)
  start()
  await vi.waitFor(() => expect(done).toEqual(['held']))
})

test('of several runners on one database each thing is done by one, no more at once than there is room for', async () => {
  const { done, put, start, doOnce } = await open()
  const subjects = Array.from({ length: 60 }, (_, at) => `subject-${at}`)
  for (const subject of subjects) await put(subject, 0)
  let [running, most] = [0, 0]
  const run = async (subject: string) => {
    most = Math.max(most, ++running)
    await setImmediate()
    await doOnce(subject)
    running--
  }
  for (let runner = 0; runner < 3; runner++) start({ run, atOnce: 2, leaseMs: 60_000 })
  await vi.waitFor(() => expect(done).toHaveLength(subjects.length))
  expect(done.toSorted()).toEqual(subjects.toSorted())
  expect(most).toBeLessThanOrEqual(6)
})

test('what takes longer than its lease is not begun again by who is at it', async () => {
  const { done, put, start, doOnce, moveClock } = await open()
  let begun = 0
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const run = async (subject: string) => {
    if (subject === 'long') {
      begun++
      await release
    }
    await doOnce(subject)
  }
  await put('long', 0)
  start({ run })
  await vi.waitFor(() => expect(begun).toBe(1))
  moveClock(2 * secondUs)
  await put('short', 0)
  await vi.waitFor(() => expect(done).toEqual(['short']))
  resolve()
  await vi.waitFor(() => expect(done).toEqual(['short', 'long']))
  expect(begun).toBe(1)
})

test('what fails is said once and tried again, later each time, and holds up nothing else', async () => {
  const { store, done, logged, put, start, doOnce, moveClock } = await open()
  let failures = 0
  const run = async (subject: string) => {
    if (subject === 'failing' && ++failures <= 3) throw new Error('not now')
    await doOnce(subject)
  }
  await put('failing', 0)
  // The pauses must not depend on this long lease.
  const runner = start({ run, leaseMs: 60_000 })
  for (const pauseUs of [secondUs, 2 * secondUs, 4 * secondUs]) {
    const before = done.length
    await put(`beside-${before}`, 0)
    await vi.waitFor(() => expect(done).toHaveLength(before + 1))
    const againUs = (await store.clock.nowUs()) + pauseUs
    await vi.waitFor(async () => expect(await heldUntil('failing')).toBe(againUs))
    moveClock(pauseUs)
    runner.wake()
  }
  await vi.waitFor(() => expect(done.at(-1)).toBe('failing'))
  expect(failures).toBe(4)
  expect(logged.filter((line) => line.includes('not now'))).toHaveLength(1)
})

test('a database that is away ends nothing: once it is back, what is due is done', async () => {
  const { store, done, logged, put, start, doOnce, moveClock } = await open()
  let isAway = false
  const reached = <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (isAway) throw new Error('the database is away')
      return ask(...args)
    }
  }
  const due = { ...store.due, next: reached(store.due.next), hold: reached(store.due.hold) }
  const clock = { nowUs: reached(store.clock.nowUs) }
  const run = async (subject: string) => {
    isAway ||= logged.length === 0
    if (isAway) throw new Error('the database is away')
    await doOnce(subject)
  }
  await put('first', 0)
  start({ run }, { due, clock })
  await vi.waitFor(() => expect(logged.join()).toContain('cannot be looked up'))
  await put('second', 0)
  isAway = false
  // The lease of the first job, which could not be returned, has to end.
  moveClock(secondUs)
  await vi.waitFor(() => expect(done.toSorted()).toEqual(['first', 'second']))
  expect(logged.join()).toContain('is looked up again')
})

test('who stops tells what is under way, waits for it, and leaves what did not get done to others at once', async () => {
  const { store, done, put, start, doOnce } = await open()
  const begun: string[] = []
  const run = async (subject: string, signal: AbortSignal) => {
    begun.push(subject)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    if (subject === 'given up') throw signal.reason
    await setImmediate()
    await doOnce(subject)
  }
  await put('finished', 0)
  await put('given up', 0)
  const runner = start({ run, leaseMs: 60_000 })
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  await runner.close()
  expect(done).toEqual(['finished'])
  await put('put in afterwards', 0)
  const nowUs = await store.clock.nowUs()
  const left = await store.due.claim(kind, nowUs, secondUs, 10)
  expect(left.map(({ subject }) => subject).toSorted()).toEqual(['given up', 'put in afterwards'])
  expect(begun).toHaveLength(2)
})

test('what is claimed while it stops is not begun, and is left to others at once', async () => {
  const { store, put, start } = await open()
  const begun: string[] = []
  const run = async (subject: string) => void begun.push(subject)
  await put('late', 0)
  const closed = Promise.withResolvers<void>()
  const claim: Store['due']['claim'] = async (...of) => {
    const taken = await store.due.claim(...of)
    closed.resolve(runner.close())
    return taken
  }
  const runner = start({ run, leaseMs: 60_000 }, { due: { ...store.due, claim } })
  await closed.promise
  expect(begun).toEqual([])
  const left = await store.due.claim(kind, await store.clock.nowUs(), secondUs, 10)
  expect(left.map(({ subject }) => subject)).toEqual(['late'])
})
