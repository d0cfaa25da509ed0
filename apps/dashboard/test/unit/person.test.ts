import type { Environment } from '@bunting/contract'
import { expect, test } from 'vitest'
import { contextOf, sayTyped, typedOf } from '../../src/features/try-it/context.ts'
import { rowsOf } from '../../src/pages/person/rows.ts'

const environment = (id: string): Environment => ({
  id: `env_${id}`,
  name: id,
  slug: id,
  color: '#15877A',
  protected: false,
})
const environments = [environment('production'), environment('staging')]
const answer = (value: boolean | { a: number; b: number }, reason: 'DEFAULT' | 'RULE_MATCH' = 'DEFAULT') => ({
  value,
  reason,
})

test.each([
  ['the same value for another reason', answer(true), answer(true, 'RULE_MATCH'), false],
  ['another value', answer(true), answer(false), true],
  ['a document written in another order', answer({ a: 1, b: 2 }), answer({ b: 2, a: 1 }), false],
  ['no version in one of them', answer(true), undefined, true],
])('%s in two environments differs, or does not', (_, one, other, differs) => {
  const answers = { env_production: one, ...(other && { env_staging: other }) }
  const [row] = rowsOf([{ flagKey: 'new-checkout', answers }], [], environments)
  expect(row?.differs).toBe(differs)
  expect(row?.fits('check NEW', true)).toBe(differs)
  expect(row?.fits('check old', false)).toBe(false)
})

test('a context that was shared is typed as it was, lists too', () => {
  const context = { userId: 'u-7', attributes: { country: 'NL', groups: ['press', 'staff'], age: 30, gone: null } }
  const typed = typedOf(context)
  expect(typed).toEqual({ userId: 'u-7', country: 'NL', groups: '["press","staff"]', age: '30' })
  expect(contextOf(typed)).toEqual({
    userId: 'u-7',
    attributes: { country: 'NL', groups: ['press', 'staff'], age: '30' },
  })
  expect(sayTyped(typed).replace(/[⁦-⁩]/g, '')).toBe('u-7, country NL, groups ["press","staff"], age 30')
})
