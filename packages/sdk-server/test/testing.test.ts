import { expect, test, vi } from 'vitest'
import { fixedFlags } from '../src/testing.ts'

test('fixed flags answer what the test says', async () => {
  const flags = fixedFlags({ checkout: true, colour: 'green', limit: 3, theme: { accent: 'blue' } })
  expect(await flags.ready()).toBe(true)
  expect(flags.boolean('checkout', { userId: 'ada' }, false)).toBe(true)
  expect(flags.string('colour', {}, 'blue')).toBe('green')
  expect(flags.number('limit', {}, 1)).toBe(3)
  expect(flags.json('theme', {}, { accent: 'red' })).toEqual({ accent: 'blue' })
  expect(flags.boolean('none', {}, true)).toBe(true)
})

test('fixed flags change when the test says so', () => {
  const flags = fixedFlags({ checkout: true })
  const changed = vi.fn()
  flags.on('changed', changed)
  flags.set('checkout', false)
  expect(flags.boolean('checkout', {}, true)).toBe(false)
  expect(changed).toHaveBeenCalledWith({ keys: ['checkout'] })
})
