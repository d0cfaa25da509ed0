import { expect, test } from 'vitest'
import { flagText } from '../../src/api/flag-text.ts'
import { hasWords, rankByWords, wordsOf } from '../../src/format/find-words.ts'

const checkout = {
  name: 'Checkout layout',
  key: 'checkout-layout',
  description: 'Which steps people get.',
  tags: ['growth', 'Web shop'],
}

test.each([
  ['layout CHECK', true],
  ['growth steps', true],
  ['  shop   web ', true],
  ['', true],
  ['layout basket', false],
  ['layoutcheckout', false],
])('whether %j finds the flag is %j', (typed, isFound) => {
  expect(hasWords(flagText(checkout), wordsOf(typed))).toBe(isFound)
})

test('what the name begins with comes before its words, those before what is inside, and the key last', () => {
  const rank = (typed: string) => rankByWords(checkout.name, [checkout.key, ...checkout.tags], typed)
  expect(['check', 'checkout lay', 'lay check', 'out eck', 'layout growth', 'basket'].map(rank)).toEqual([
    0, 0, 1, 2, 3, -1,
  ])
})
