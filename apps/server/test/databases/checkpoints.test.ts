import { beforeEach, expect, test } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { openEmptyDatabase } from '../../src/testing/databases/open-database.ts'

const { db, dialect } = await openEmptyDatabase()
const { checkpoints } = await openStore(db, dialect)
const nowMs = 1_800_000_000_000
const day = 86_400_000

const all = async () =>
  (await db.selectFrom('checkpoints').select('at_ms').orderBy('at_ms').execute()).map((row) => row.at_ms)
const have = async (...at: number[]) => {
  await db.deleteFrom('checkpoints').execute()
  for (const at_ms of at) await db.insertInto('checkpoints').values({ at_ms }).execute()
}
beforeEach(() => have(nowMs - 20, nowMs - 10))

test('a checkpoint is appended above all that are there, by the clock where that is ahead', async () => {
  expect(await checkpoints.append([nowMs - 10], nowMs)).toBe(nowMs)
  expect(await checkpoints.append([nowMs, nowMs - 20, nowMs], nowMs - 5)).toBe(nowMs + 1)
  expect(await all()).toEqual([nowMs - 20, nowMs - 10, nowMs, nowMs + 1])
})

test('where one of the remembered is not there, or nobody remembers any, none is appended', async () => {
  const before = await all()
  for (const remembered of [[], [nowMs - 15], [nowMs - 10, nowMs - 1], [nowMs - 30, nowMs - 20], [nowMs + 5]]) {
    expect(await checkpoints.append(remembered, nowMs), String(remembered)).toBeUndefined()
  }
  expect(await all()).toEqual(before)
  await have()
  expect(await checkpoints.append([nowMs], nowMs)).toBeUndefined()
})

test('of those who append in the same moment nobody gets the checkpoint of another', async () => {
  const appended = await Promise.all(Array.from({ length: 20 }, () => checkpoints.append([nowMs - 10], nowMs)))
  const given = appended.filter((one) => one !== undefined)
  expect(given.length).toBeGreaterThan(0)
  expect(new Set(given).size).toBe(given.length)
  expect(await all()).toEqual([nowMs - 20, nowMs - 10, ...given.toSorted((a, b) => a - b)])
})

test('those of a week ago are forgotten, unless somebody remembers one of them or an older one', async () => {
  const old = [nowMs - 30 * day, nowMs - 20 * day, nowMs - 8 * day]
  await have(...old, nowMs - 6 * day, nowMs)
  await checkpoints.forgetOld([nowMs - 20 * day, nowMs], nowMs)
  expect(await all()).toEqual([...old.slice(1), nowMs - 6 * day, nowMs])
  await checkpoints.forgetOld([nowMs], nowMs)
  expect(await all()).toEqual([nowMs - 6 * day, nowMs])
})
