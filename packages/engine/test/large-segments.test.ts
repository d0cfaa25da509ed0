import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import {
  bytesOf,
  type EvaluationContext,
  type EvaluationResult,
  explain,
  explainSegment,
  type FindList,
  type HashList,
  hasHash,
  listHead,
  mergeList,
  openFlagGraph,
  openListReader,
  openSha256,
  unitHasher,
} from '../src/index.ts'
import { read } from './support/conformance.ts'
import { hashListOf, type NamedList, openLists } from './support/lists.ts'

type Hashed = { name: string; salt: string; unit: string; hash: string }
type ListCase = { name: string; hashes: string[]; has: string[]; hasNot: string[]; sha256: string }
type BytesCase = {
  name: string
  bytes: string
  expect: { from: number; version: number; added: string[]; removed: string[] } | null
  list?: string[]
  becomes?: string[] | null
  sha256?: string
}
type Said = { flags: Record<string, unknown>; segments: Record<string, unknown> }
type Answer = { flagKey: string; context: EvaluationContext; result: EvaluationResult }
type Step = { patch?: Said; lists?: NamedList[]; expect: Answer[] }
type ChangeCase = { name: string; bundle: Said; lists: NamedList[]; expect: Answer[]; steps: Step[] }

const data = read<{ hashes: Hashed[]; lists: ListCase[]; bytes: BytesCase[]; changes: ChangeCase[] }>(
  'large-segments.json',
)

const hex = (high: number, low: number) => [high, low].map((half) => half.toString(16).padStart(8, '0')).join('')
const hashesOf = ({ high, low }: HashList) => Array.from(high, (half, at) => hex(half, low[at] as number))
const sha256Of = (list: HashList) => {
  const hash = openSha256()
  for (const bytes of bytesOf(list)) hash.update(bytes)
  return hash.hex()
}

test('a unit is hashed with the salt of its list', () =>
  everyCase(
    data.hashes.map((one) => ({ ...one, name: `${one.salt} ${JSON.stringify(one.unit)}` })),
    ({ salt, unit, hash }) => {
      const { high, low } = unitHasher(salt)(unit)
      expect(hex(high, low)).toBe(hash)
    },
  ))

test('which hashes a list has', () =>
  everyCase(data.lists, ({ hashes, has, hasNot, sha256 }) => {
    const list = hashListOf(hashes)
    const isIn = (hash: string) =>
      hasHash(list, Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16))
    expect(has.filter((hash) => !isIn(hash))).toEqual([])
    expect(hasNot.filter(isIn)).toEqual([])
    expect(sha256Of(list)).toBe(sha256)
  }))

const bytesIn = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const contentIn = (bytes: Uint8Array, atOnce: number) => {
  const reader = openListReader(100)
  for (let at = 0; at < bytes.length; at += atOnce) reader.take(bytes.subarray(at, at + atOnce))
  return reader.end()
}

const finish = <Result>(work: Generator<void, Result>): Result => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

test('what the bytes of a list say, in whatever parts they come', () =>
  everyCase(data.bytes, (one) => {
    const bytes = bytesIn(one.bytes)
    for (const atOnce of [1, 3, 8, 41, 1_000]) {
      if (!one.expect) {
        expect(() => contentIn(bytes, atOnce)).toThrow()
        continue
      }
      const { from, version, added, removed } = contentIn(bytes, atOnce)
      expect({ from, version, added: hashesOf(added), removed: hashesOf(removed) }).toEqual(one.expect)
      const head = listHead(from, version, added.high.length, removed.high.length)
      expect(head).toEqual(bytes.subarray(0, head.length))
      if (!one.list) continue
      const next = finish(mergeList(hashListOf(one.list), { added, removed }))
      expect(next && hashesOf(next)).toEqual(one.becomes ?? undefined)
      if (next) expect(sha256Of(next)).toBe(one.sha256)
    }
  }))

test('nothing is reserved for more hashes than there may be, whatever the head says', () => {
  expect(() => openListReader(2).take(listHead(0, 1, 3, 0))).toThrow('too many')
  expect(() => openListReader(2).take(listHead(0, 1, 2 ** 50, 0))).toThrow('too many')
})

const changeIn = ({ flags, segments }: Said) => ({
  flags: new Map(Object.entries(flags).map(([key, flag]) => [key, flag ?? undefined])),
  segments: new Map(Object.entries(segments).map(([key, segment]) => [key, segment ?? undefined])),
})

test('a list that is not there yet holds up the flags that need it, and nothing else', () =>
  everyCase(data.changes, ({ bundle, lists, expect: atFirst, steps }) => {
    const known = openLists(lists)
    const first = changeIn(bundle)
    const segments = new Map(first.segments)
    const graph = openFlagGraph({ format: 2, ...first, findList: known.find }, (_, result) => result)
    const check = (answers: readonly Answer[]) => {
      for (const { flagKey, context, result } of answers) {
        const flag = graph.flags.get(flagKey)
        expect(flag?.evaluate(context) ?? { value: null, reason: 'FLAG_NOT_FOUND' }).toEqual(result)
      }
    }
    check(atFirst)
    for (const { patch, lists: more = [], expect: after } of steps) {
      if (patch) {
        const change = changeIn(patch)
        for (const [key, segment] of change.segments) segments.set(key, segment)
        graph.change(change)
      }
      known.add(more)
      graph.change({ flags: new Map(), segments: new Map([...graph.waiting].map((key) => [key, segments.get(key)])) })
      check(after)
    }
  }))

const salt = 'AAAAAAAAAAAAAAAAAAAAAA'
const large = (version: number) => ({
  unit: null,
  large: { list: 'l', version, size: 1, salt, sha256: '0'.repeat(64) },
})
const listWith = (unit: string): HashList => {
  const { high, low } = unitHasher(salt)(unit)
  return hashListOf([hex(high, low)])
}

test('an explanation says that a unit is in the list, or that nothing says so', () => {
  const segments = new Map([['spring', large(1)]])
  const findList: FindList = () => listWith('ada')
  expect(explainSegment('spring', segments, { userId: 'ada' }, findList)).toEqual({
    in: true,
    because: 'included',
    rules: [],
  })
  expect(explainSegment('spring', segments, { userId: 'eve' }, findList)).toEqual({
    in: false,
    because: 'none',
    rules: [],
  })
  expect(explainSegment('spring', segments, { userId: 'ada' })).toBeUndefined()
})

test('a flag that waits for a list is explained as an error', () => {
  const conditions = [{ operator: 'in_segment', value: 'spring' }]
  const rules = [{ id: 'r', name: '', enabled: true, conditionOperator: 'AND', conditions, value: true }]
  const flags = new Map([
    ['sale', { type: 'boolean', config: { version: 1, enabled: true, defaultValue: false, rules } }],
  ])
  const source = { flags, segments: new Map([['spring', large(1)]]) }
  expect(explain('sale', source, { userId: 'ada' }).result).toEqual({ value: null, reason: 'ERROR' })
  expect(explain('sale', { ...source, findList: () => listWith('ada') }, { userId: 'ada' }).result).toEqual({
    value: true,
    reason: 'RULE_MATCH',
    ruleId: 'r',
  })
})

test('a large change of a large list is made in many steps', () => {
  const listOf = (size: number, offset: number): HashList => ({
    high: Uint32Array.from({ length: size }, (_, at) => at * 10),
    low: new Uint32Array(size).fill(offset),
  })
  let steps = 0
  const work = mergeList(listOf(50_000, 1), { added: listOf(50_000, 0), removed: listOf(50_000, 1) })
  let step = work.next()
  for (; !step.done; step = work.next()) steps++
  expect(step.value && hashesOf(step.value)).toEqual(hashesOf(listOf(50_000, 0)))
  expect(steps).toBeGreaterThanOrEqual(10)
})

test('so is a small change, spread over all of a large list', () => {
  const size = 2_000_000
  const base: HashList = {
    high: Uint32Array.from({ length: size }, (_, at) => at * 1_000),
    low: new Uint32Array(size),
  }
  const added: HashList = {
    high: Uint32Array.from({ length: 1_000 }, (_, at) => at * 2_000_000 + 1),
    low: new Uint32Array(1_000),
  }
  let steps = 0
  const work = mergeList(base, { added, removed: { high: new Uint32Array(0), low: new Uint32Array(0) } })
  let step = work.next()
  for (; !step.done; step = work.next()) steps++
  expect(step.value?.high.length).toBe(size + 1_000)
  expect(steps).toBeGreaterThanOrEqual(5)
})
