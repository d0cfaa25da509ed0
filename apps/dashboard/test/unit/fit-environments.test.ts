import type { Environment } from '@bunting/contract'
import { expect, test } from 'vitest'
import { fitEnvironments } from '../../src/ui/pennants/fit-environments.ts'

const environments = ['dev', 'qa', 'staging', 'production', 'demo'].map((slug) => ({ id: slug, slug }) as Environment)
const demo = environments[4] as Environment
const fitting = (...[room]: [Parameters<typeof fitEnvironments>[1]]) =>
  fitEnvironments(environments, room).map(({ slug }) => slug)

test('those that fit are in their order, production and the current one among them', () => {
  expect(fitting({ count: 3, current: demo })).toEqual(['dev', 'production', 'demo'])
  expect(fitting({ count: 9, current: demo })).toHaveLength(5)
})

test('production and the current one are there however little room there is', () => {
  expect(fitting({ count: 0, current: demo })).toEqual(['production', 'demo'])
  expect(fitting({ count: -3 })).toEqual(['production'])
})
