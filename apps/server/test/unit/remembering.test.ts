import { expect, test } from 'vitest'
import { remembering } from '../../src/base/remembering.ts'

test('of a text the same is made once, and of more than is kept everything again', () => {
  let made = 0
  const parse = remembering((text) => ({ text, number: ++made }))
  const first = parse('a')
  expect(parse('a')).toBe(first)
  expect(parse('b')).toEqual({ text: 'b', number: 2 })
  const long = 'x'.repeat(3 * 1024 * 1024)
  parse(long)
  expect(parse('a')).toBe(first)
  parse(`${long}y`)
  expect(parse('a')).toEqual({ text: 'a', number: 5 })
})
