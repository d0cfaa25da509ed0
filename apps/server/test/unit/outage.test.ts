import { pino } from 'pino'
import { expect, test } from 'vitest'
import { outageOf } from '../../src/base/outage.ts'

test('an outage is told once when it begins and once when it is over, however often is tried', async () => {
  const told: string[] = []
  const log = pino({}, { write: (line) => told.push(JSON.parse(line).msg) })
  const { watch } = outageOf(log, { failing: 'it fails', again: 'it works again' })
  const works = () => Promise.resolve()
  const fails = () => Promise.reject(new Error('away'))

  await watch(works)
  expect(told).toEqual([])
  for (let tries = 0; tries < 3; tries++) await watch(fails)
  expect(told).toEqual(['it fails'])
  for (let tries = 0; tries < 3; tries++) await watch(works)
  expect(told).toEqual(['it fails', 'it works again'])
  await watch(fails)
  expect(told).toEqual(['it fails', 'it works again', 'it fails'])
})
