import type { AttributeCondition } from '@bunting/engine'
import { comparedVersion } from '../logic/version-test.ts'
import { checkDepth } from '../shared/bounded.ts'
import { byHand, shown } from '../shared/by-hand.ts'
import type { Notes } from '../shared/findings.ts'
import { all, any, compare, none, type Tree } from '../shared/tree.ts'
import { type QueryValue, type Token, tokensOf } from './query-tokens.ts'

type Asking = { attributeOf(path: string): string; notes: Notes }

/** The audience of a query in GO Feature Flag's own language (nikunjy/rules). */
export const queryLogic = (query: string, asking: Asking): Tree => {
  const reader = openReader(query)
  const logic = sequence(reader, asking)
  return reader.peek() === undefined ? logic : reader.fail()
}

type Reader = {
  peek(): Token | undefined
  next(): Token | undefined
  isWord(...words: string[]): boolean
  fail(): never
}

const openReader = (query: string): Reader => {
  const tokens = tokensOf(query)
  let at = 0
  return {
    peek: () => tokens[at],
    next: () => tokens[at++],
    isWord: (...words) => {
      const token = tokens[at]
      return token?.is !== 'value' && token !== undefined && words.includes(token.text)
    },
    fail: () => byHand('operator', `${shown(query)} cannot be read as a query.`),
  }
}

/** Parses a sequence: `and` and `or` have the same precedence, and associate to the left. */
const sequence = (reader: Reader, asking: Asking, depth = 0): Tree => {
  checkDepth(depth)
  let logic = part(reader, asking, depth)
  while (reader.isWord('and', 'or')) {
    const join = reader.isWord('and') ? all : any
    reader.next()
    logic = join(logic, part(reader, asking, depth))
  }
  return logic
}

const part = (reader: Reader, asking: Asking, depth: number): Tree => {
  if (reader.isWord('not', 'NOT')) {
    reader.next()
    return reader.isWord('(') ? none(part(reader, asking, depth)) : reader.fail()
  }
  if (!reader.isWord('(')) return comparison(reader, asking)
  reader.next()
  const logic = sequence(reader, asking, depth + 1)
  if (!reader.isWord(')')) reader.fail()
  reader.next()
  return logic
}

const comparison = (reader: Reader, asking: Asking): Tree => {
  const path = reader.next()
  const operator = reader.next()
  if (path?.is !== 'word' || operator === undefined || operator.is === 'value') return reader.fail()
  if (path.text.includes('.')) {
    asking.notes.widened('missing-var', `Where the parent of ${path.text} is missing, the source asks something else.`)
  }
  const attribute = asking.attributeOf(path.text)
  if (operator.text === 'pr') return { attribute, operator: 'is_set' }
  const name = operators.get(operator.text.toLowerCase())
  const value = reader.next()
  if (name === undefined || value === undefined) return reader.fail()
  return compared(attribute, name, value, reader, asking)
}

type Name = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'co' | 'sw' | 'ew' | 'in'

const operators = new Map<string, Name>([
  ...(['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'co', 'sw', 'ew', 'in'] as const).map((name) => [name, name] as const),
  ['==', 'eq'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['>=', 'ge'],
  ['<=', 'le'],
])

/** Converts a comparison. It is false for an attribute that is missing or has another type, even with `ne`. */
const compared = (attribute: string, name: Name, token: Token, reader: Reader, { notes }: Asking): Tree => {
  const test = (operator: string, value: AttributeCondition['value'], more: object = {}): Tree => ({
    attribute,
    operator,
    ...(value === undefined ? {} : { value }),
    ...more,
  })
  if (token.is === 'sign') return reader.fail()
  if (token.is === 'word') {
    if (token.text === 'null' && name === 'eq') return test('is_not_set', undefined)
    if (token.text === 'null' && name === 'ne') return test('is_set', undefined)
    const isBoolean = token.text === 'true' || token.text === 'false'
    if (!isBoolean || (name !== 'eq' && name !== 'ne')) return reader.fail()
    return test(name === 'eq' ? 'equals' : 'not_equals', token.text === 'true')
  }
  const { type, value } = token.value
  const operator = tables[type][name]
  if (type === 'version' && operator !== undefined) {
    notes.widened('version-text', `v${value} is no version for GO Feature Flag, but one for Bunting.`)
    return comparedVersion(attribute, operator, value) ?? reader.fail()
  }
  if (operator === undefined) {
    return byHand('operator', `Bunting has nothing like ${attribute} ${name} ${shown(value)}.`)
  }
  if (type === 'whole') return wholeTree(attribute, name, value)
  if (type === 'list' && value.length === 0) return false
  return test(operator, value, type === 'text' ? { ignoreCase: true } : {})
}

/** Compares by the whole part of a number, rounded towards 0. */
const wholeTree = (attribute: string, name: Name, number: number): Tree => {
  const atLeast = (n: number) => (n > 0 ? compare(attribute, 'gte', n) : compare(attribute, 'gt', n - 1))
  const below = (n: number) => (n > 0 ? compare(attribute, 'lt', n) : compare(attribute, 'lte', n - 1))
  if (name === 'eq') return all(atLeast(number), below(number + 1))
  if (name === 'ne') return any(below(number), atLeast(number + 1))
  if (name === 'gt' || name === 'ge') return atLeast(name === 'gt' ? number + 1 : number)
  return below(name === 'le' ? number + 1 : number)
}

/** Bunting's operators by the type of the value. Case is ignored in single texts, but not in lists of texts. */
const tables: Record<QueryValue['type'], Partial<Record<Name, string>>> = {
  text: { eq: 'equals', ne: 'not_equals', co: 'contains', sw: 'starts_with', ew: 'ends_with' },
  number: { eq: 'equals', ne: 'not_equals', gt: 'gt', lt: 'lt', ge: 'gte', le: 'lte' },
  whole: { eq: '=', ne: '!=', gt: '>', lt: '<', ge: '>=', le: '<=' },
  version: { eq: '=', ne: '!=', gt: '>', lt: '<', ge: '>=', le: '<=' },
  list: { in: 'in' },
}
