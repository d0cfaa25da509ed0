import { expect, test } from 'vitest'
import type { Draft } from '../../src/features/draft/storage/is-draft.ts'
import { rememberDraft, stepBack, stepForth, stepsFrom } from '../../src/features/draft/undo.ts'
import { wholeConfig } from '../support/whole-config.ts'

const draft = (name: string, version = 1): Draft => ({
  base: { ...wholeConfig, version },
  config: { ...wholeConfig, version, rules: [], defaultValue: { name } },
})
const [live, one, two, three] = ['live', 'one', 'two', 'three'].map((name) => draft(name)) as [
  Draft,
  Draft,
  Draft,
  Draft,
]

const edit = { isFirst: false, typedIn: undefined, at: 0 }
const first = { ...edit, isFirst: true }

test('edits are taken back one by one and brought again; what is typed in one go is one', () => {
  rememberDraft('flag', live, first)
  rememberDraft('flag', one, { ...edit, typedIn: 'name', at: 10 })
  rememberDraft('flag', two, { ...edit, typedIn: 'name', at: 20 })
  expect(stepBack('flag', three)).toBe(one)
  expect(stepBack('flag', one)).toBe(live)
  expect(stepsFrom('flag', live)).toEqual({ back: false, forth: true })
  expect(stepBack('flag', live)).toBeUndefined()
  expect(stepForth('flag', live)).toBe(one)
  expect(stepForth('flag', one)).toBe(three)
  expect(stepsFrom('flag', three)).toEqual({ back: true, forth: false })
})

test('an edit after going back is the end of what was taken back', () => {
  rememberDraft('other', live, first)
  expect(stepBack('other', one)).toBe(live)
  rememberDraft('other', live, edit)
  expect(stepForth('other', two)).toBeUndefined()
  expect(stepBack('other', two)).toBe(live)
})

test('another field, a pause or a press of a button is another edit', () => {
  rememberDraft('typed', live, { ...first, typedIn: 'name' })
  rememberDraft('typed', one, { ...edit, typedIn: 'value', at: 10 })
  rememberDraft('typed', two, { ...edit, typedIn: 'value', at: 5_000 })
  expect(stepBack('typed', three)).toBe(two)
  expect(stepBack('typed', two)).toBe(one)
  rememberDraft('pressed', live, first)
  rememberDraft('pressed', one, edit)
  expect(stepBack('pressed', two)).toBe(one)
})

test('nothing goes back to another version, nor to a draft of before', () => {
  rememberDraft('saved', live, first)
  expect(stepBack('saved', draft('later', 2))).toBeUndefined()
  rememberDraft('saved', draft('later', 2), first)
  expect(stepsFrom('saved', draft('later', 2))).toEqual({ back: true, forth: false })
  expect(stepBack('saved', draft('even later', 2))).toEqual(draft('later', 2))
  expect(stepBack('saved', draft('later', 2))).toBeUndefined()
})
