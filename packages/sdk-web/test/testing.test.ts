import { expect, test, vi } from 'vitest'
import { fixedFlags } from '../src/testing.ts'

test('fixed flags answer what the test says, and change when it says so', async () => {
  const flags = fixedFlags({ dark: true, colour: 'green', theme: { accent: 'blue' } })
  expect(await flags.ready()).toBe(true)
  expect(flags.boolean('dark', false)).toBe(true)
  expect(flags.string('colour', 'blue')).toBe('green')
  expect(flags.json('theme', { accent: 'red' })).toEqual({ accent: 'blue' })
  expect(flags.number('none', 7)).toBe(7)
  const changed = vi.fn()
  flags.on('changed', changed)
  flags.set('dark', false)
  expect(flags.boolean('dark', true)).toBe(false)
  expect(changed).toHaveBeenCalledWith({ keys: ['dark'] })
})
