import type { Environment } from '@bunting/contract'
import { expect, test } from 'vitest'
import { columnNames, lineParts, usualColumns } from '../../src/pages/flags/columns/columns.ts'
import { fitColumns, tableFrom } from '../../src/pages/flags/columns/fit-columns.ts'
import { hang, maxInView } from '../../src/pages/flags/columns/hang.ts'
import { cellPadding } from '../../src/pages/flags/columns/lay-out.ts'
import { readChoice } from '../../src/pages/flags/columns/read-choice.ts'
import { strungWidth } from '../../src/pages/flags/columns/strung-width.ts'

const environments = (...slugs: string[]) => slugs.map((slug) => ({ id: slug, slug }) as Environment)
const slugsOf = (some: readonly Environment[]) => some.map(({ slug }) => slug)

test('type gives way first, then the bars, production in words and figures; the last change never', () => {
  const from = fitColumns({ shown: usualColumns, isOwnOrder: false, buntingWidth: 120 })
  expect([...from.keys()]).toEqual(['change', 'usage', 'production', 'bars', 'type'])
  expect([...from.values()]).toEqual([700, 800, 920, 980, 1080])
})

test('with as many pennants as there can be, and the count of the others, the last change has room wherever rows are not stacked', () => {
  const buntingWidth = strungWidth(maxInView, 14) + cellPadding
  const from = fitColumns({ shown: usualColumns, isOwnOrder: false, buntingWidth })
  expect(from.get('change')).toBeLessThanOrEqual(tableFrom)
})

test('in an order of one’s own the last column gives way first', () => {
  const from = fitColumns({ shown: ['type', 'usage', 'change'], isOwnOrder: true, buntingWidth: 120 })
  expect([...from.keys()]).toEqual(['type', 'usage', 'change', 'bars'])
})

test('up to six pennants are in view, of more five, with production first', () => {
  const six = environments('dev', 'qa', 'staging', 'production', 'canary', 'demo')
  expect(slugsOf(hang(six).inView)).toEqual(['production', 'dev', 'qa', 'staging', 'canary', 'demo'])
  const { inView, folded } = hang([...six, ...environments('training')])
  expect(slugsOf(inView)).toEqual(['production', 'dev', 'qa', 'staging', 'canary'])
  expect(slugsOf(folded)).toEqual(['demo', 'training'])
})

test('of the chosen pennants those are in view that there still are, in the project’s order', () => {
  const { inView, folded } = hang(environments('production', 'staging', 'qa', 'dev'), ['dev', 'gone', 'staging'])
  expect(slugsOf(inView)).toEqual(['production', 'staging', 'dev'])
  expect(slugsOf(folded)).toEqual(['qa'])
})

test('what was kept by another version, or by nobody, is read as far as it is known', () => {
  const usual = { order: columnNames, shown: usualColumns, line: lineParts }
  for (const text of [null, '', 'null', '[]', '7', '{"order":7,"shown":{}}']) expect(readChoice(text)).toEqual(usual)
  const kept = { order: ['kind', 'gone', 'kind', 'type'], shown: ['kind', 'gone'], line: [], inView: ['env_1', 7] }
  expect(readChoice(JSON.stringify(kept))).toEqual({
    order: ['kind', 'type', 'production', 'change', 'usage', 'asked', 'client', 'ends', 'code'],
    shown: ['kind'],
    line: [],
    inView: ['env_1'],
  })
})
