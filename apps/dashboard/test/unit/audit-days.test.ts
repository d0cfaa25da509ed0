import { expect, test } from 'vitest'
import { dayIn, dayShare, dayWords, timeOf } from '../../src/format/days.ts'

const now = new Date('2026-11-15T09:30:00Z')

test('today and yesterday have a name, other days their date alone', () => {
  expect(dayWords('2026-11-15', now, 'utc')).toEqual({ near: 'Today', date: 'Sunday 15 November' })
  expect(dayWords('2026-11-14', now, 'utc')).toEqual({ near: 'Yesterday', date: 'Saturday 14 November' })
  expect(dayWords('2026-11-13', now, 'utc')).toEqual({ date: 'Friday 13 November' })
})

test('another year is said', () => {
  expect(dayWords('2025-12-31', now, 'utc')).toEqual({ date: 'Wednesday 31 December 2025' })
})

test('a moment has its day, its time and its share of the day', () => {
  const evening = new Date('2026-11-14T18:00:00Z')
  expect(dayIn(evening, 'utc')).toBe('2026-11-14')
  expect(timeOf(evening, 'utc')).toBe('18:00')
  expect(dayShare(evening, 'utc')).toBe(0.75)
})

test('where the viewer is counts unless they ask for UTC', () => {
  const at = new Date(2026, 0, 2, 0, 5)
  expect(dayIn(at, 'local')).toBe('2026-01-02')
  expect(timeOf(at, 'local')).toBe('00:05')
})
