import {
  type AttributeCondition,
  type AttributeValue,
  type Condition,
  isGroup,
  isOfSegments,
  isOfShare,
  keysOf,
  partsOf,
  type Scalar,
} from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { Converted } from '../converted.ts'
import type { Probe } from './engine.ts'
import type { Random } from './random.ts'

/** `isOdd`: something in it has another type than the rules compare with. */
export type Asking = { probe: Probe; isOdd: boolean }

/** Undefined: the attribute is missing. */
type Value = { value: AttributeValue | undefined; isOdd: boolean }
/** Values worth asking about, by attribute. */
type Values = Map<string, Value[]>

const mostLiterals = 200
const mostProbes = 2_000

/** Every literal that a flag's rules compare with, also those of segments and of flags that it needs. */
const literalsOf = (converted: Converted, flagKey: string, environment: string): Map<string, Set<Scalar>> => {
  const literals = new Map<string, Set<Scalar>>()
  const units = new Set<string>()
  const at = (attribute: string): Set<Scalar> => {
    const known = literals.get(attribute) ?? new Set<Scalar>()
    literals.set(attribute, known)
    return known
  }
  const seen = new Set<string>()
  const visitCondition = (condition: Condition): void => {
    if (isGroup(condition)) partsOf(condition).members.forEach(visitCondition)
    else if (isOfSegments(condition)) keysOf(condition).forEach(visitSegment)
    else if (isOfShare(condition)) units.add(condition.attribute ?? 'userId')
    else addLiterals(at((condition as AttributeCondition).attribute), condition as AttributeCondition)
  }
  const visitSegment = (key: string): void => {
    if (seen.size === seen.add(`segment ${key}`).size) return
    const segment = own(converted.segments, key)
    const config = segment && own(segment.environments, environment)
    if (!config) return
    const ids = at(segment.unit ?? 'userId')
    for (const id of [...config.included.slice(0, 20), ...config.excluded.slice(0, 20)]) ids.add(id)
    for (const rule of config.rules) rule.conditions.forEach(visitCondition)
  }
  const visitFlag = (key: string): void => {
    if (seen.size === seen.add(`flag ${key}`).size) return
    const config = own(own(converted.flags, key)?.environments ?? {}, environment)
    for (const { conditions, bucketBy } of config?.rules ?? []) {
      if (bucketBy !== undefined) units.add(bucketBy)
      conditions.forEach(visitCondition)
    }
    for (const needed of config?.prerequisites ?? []) visitFlag(needed.flagKey)
  }
  visitFlag(flagKey)
  for (const unit of units) at(unit)
  return literals
}

const addLiterals = (known: Set<Scalar>, { value }: AttributeCondition): void => {
  for (const literal of Array.isArray(value) ? value : [value]) {
    if (literal !== undefined && known.size < mostLiterals) known.add(literal as Scalar)
  }
}

const swapCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())

/** A literal, what is nearly it, and what is it in another type. */
const around = (literal: Scalar): Value[] => {
  const plain = (value: AttributeValue): Value => ({ value, isOdd: false })
  const odd = (value: AttributeValue): Value => ({ value, isOdd: true })
  if (typeof literal === 'string') {
    const version = /^(\d+\.\d+\.)(\d+)/.exec(literal)
    const near = version
      ? [`${version[1]}${Number(version[2]) + 1}`]
      : [`${literal}x`, `x${literal}`, literal.slice(0, -1)]
    const asNumber = /^\d{1,15}$/.test(literal) ? [odd(Number(literal))] : []
    return [
      plain(literal),
      ...near.map(plain),
      plain(swapCase(literal)),
      odd(7),
      odd(true),
      odd([literal]),
      ...asNumber,
    ]
  }
  if (typeof literal === 'number') {
    return [
      ...[literal, literal - 1, literal + 1, literal + 0.5].map(plain),
      odd(String(literal)),
      odd('x'),
      odd([literal]),
    ]
  }
  return [plain(true), plain(false), odd(String(literal)), odd(1)]
}

const valuesFor = (literals: ReadonlyMap<string, ReadonlySet<Scalar>>): Values => {
  const values: Values = new Map()
  for (const [attribute, known] of literals) {
    const made = [...known].flatMap(around)
    // A user is a text, and nothing else can be sent.
    const sendable = attribute === 'userId' || attribute === 'anonymousId' ? made.filter(({ isOdd }) => !isOdd) : made
    const distinct = new Map(sendable.map((value) => [JSON.stringify(value.value), value]))
    values.set(attribute, [{ value: undefined, isOdd: false }, ...distinct.values()])
  }
  return values
}

const someone = (random: Random): string => `user-${random.whole(1e9).toString(36)}`

const probeOf = (chosen: ReadonlyMap<string, Value>, random: Random): Asking => {
  const attributes: Record<string, AttributeValue> = {}
  let isOdd = false
  for (const [name, one] of chosen) {
    if (one.value === undefined || name === 'userId' || name === 'anonymousId') continue
    attributes[name] = one.value
    isOdd ||= one.isOdd
  }
  const said = chosen.get('userId')
  const userId = said ? (said.value as string | undefined) : someone(random)
  const anonymousId = chosen.get('anonymousId')?.value as string | undefined
  return {
    probe: {
      ...(userId === undefined ? {} : { userId }),
      ...(anonymousId === undefined ? {} : { anonymousId }),
      attributes,
    },
    isOdd,
  }
}

/** Each value of each attribute beside each of any other's, as far as 2,000 contexts go; the rest of each is by chance. */
function* pairs(values: Values, random: Random): Generator<Asking> {
  const names = [...values.keys()]
  const valuesAt = (name: string) => values.get(name) as Value[]
  const rest = () => new Map(names.map((name) => [name, random.pick(valuesAt(name).filter(({ isOdd }) => !isOdd))]))
  for (const name of names) for (const value of valuesAt(name)) yield probeOf(rest().set(name, value), random)
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const value of valuesAt(one)) {
        for (const second of valuesAt(other)) yield probeOf(rest().set(one, value).set(other, second), random)
      }
    }
  }
}

/** Contexts that a flag is asked about: made from its rules, and as many random users as wanted. */
export const probesFor = (
  converted: Converted,
  flagKey: string,
  environment: string,
  users: number,
  random: Random,
): Asking[] => {
  const values = valuesFor(literalsOf(converted, flagKey, environment))
  const asked: Asking[] = [{ probe: { userId: someone(random), attributes: {} }, isOdd: false }]
  asked.push({ probe: { attributes: {} }, isOdd: false })
  for (const asking of pairs(values, random)) {
    if (asked.length >= mostProbes) break
    asked.push(asking)
  }
  const names = [...values].filter(([name]) => name !== 'userId' && name !== 'anonymousId')
  for (let made = 0; made < users; made++) {
    const chosen = new Map<string, Value>()
    for (const [name, known] of names) {
      const plain = known.filter(({ isOdd }) => !isOdd)
      // A unit of another kind than a user is random too.
      const value =
        known.length === 1 && random.next() < 0.9 ? { value: someone(random), isOdd: false } : random.pick(plain)
      chosen.set(name, value)
    }
    asked.push(probeOf(chosen, random))
  }
  return asked
}
