import { describe, expect, test } from 'vitest'
import { groupFlags } from '../../src/features/flags/group-flags.ts'
import { selectTo } from '../../src/features/flags/select-flags.ts'
import { findView, readViewSearch, viewSearchOf } from '../../src/pages/flags/views/same-search.ts'

type Flag = Parameters<typeof groupFlags>[0][number]

const flag = (key: string, fields: Partial<Flag> = {}): Flag => ({
  id: `flag_${key}`,
  orgId: 'org_1',
  projectId: 'proj_1',
  key,
  name: key,
  description: null,
  type: 'boolean',
  clientSafe: false,
  archivedAt: null,
  createdAt: '2026-01-01',
  versions: {},
  ...fields,
})

describe('groups', () => {
  const flags = [
    flag('a', { tags: ['web', 'growth'], ownerId: 'user_2' }),
    flag('b'),
    flag('c', { tags: ['web'], ownerId: 'user_1' }),
  ]
  const rows = (group: 'tag' | 'owner' | undefined, closed: string[] = []) =>
    groupFlags(flags, {
      group,
      closed: new Set(closed),
      nameOf: (id) => (id === 'user_1' ? 'Zoe' : 'Ann'),
    }).map((item) => (item.kind === 'group' ? `${item.label} ${item.count}` : `  ${item.flag.key}`))

  test('ungrouped they are as they came', () => {
    expect(rows(undefined)).toEqual(['  a', '  b', '  c'])
  })

  test('a flag stands under each of its tags, and one without any at the end', () => {
    expect(rows('tag')).toEqual(['growth 1', '  a', 'web 2', '  a', '  c', 'No tag 1', '  b'])
  })

  test('owners come by their names, and nobody last', () => {
    expect(rows('owner')).toEqual(['Ann 1', '  a', 'Zoe 1', '  c', 'Nobody 1', '  b'])
  })

  test('a folded group keeps its heading', () => {
    expect(rows('tag', ['tag web'])).toEqual(['growth 1', '  a', 'web 2', 'No tag 1', '  b'])
  })
})

test('a range goes from the last one that was ticked to this one, either way', () => {
  const shown = ['1', '2', '3', '4', '5']
  const ticked = (before: string[], change: Parameters<typeof selectTo>[2]) => [
    ...selectTo(new Set(before), shown, change),
  ]
  expect(ticked(['4'], { id: '2', on: true, from: '4' })).toEqual(['4', '2', '3'])
  expect(ticked(['1', '2', '3'], { id: '3', on: false, from: '2' })).toEqual(['1'])
  // The previously ticked row is no longer shown.
  expect(ticked(['9'], { id: '2', on: true, from: '9' })).toEqual(['9', '2'])
})

describe('views', () => {
  test('what is saved is what is asked for, whatever its order, and not which view it is', () => {
    const search = viewSearchOf({ tag: 'a b&c', sort: 'name', view: 'view_1', new: 'flag' })
    expect(search).toBe('sort=name&tag=a+b%26c')
    expect(readViewSearch(search)).toEqual({ tag: 'a b&c', sort: 'name' })
  })

  test('the current one is known by what it asks for, and changed where the address goes on from it', () => {
    const views = [
      { id: 'view_1', search: 'tag=web&sort=name' },
      { id: 'view_2', search: 'owner=me&show=nonsense' },
    ]
    expect(findView(views, { sort: 'name', tag: 'web' })).toEqual({ view: views[0], isChanged: false })
    expect(findView(views, { owner: 'me' })).toEqual({ view: views[1], isChanged: false })
    expect(findView(views, { view: 'view_1', tag: 'web' })).toEqual({ view: views[0], isChanged: true })
    expect(findView(views, { tag: 'other' })).toEqual({ view: undefined, isChanged: false })
  })
})
