import type { AttributeValue, Scalar } from '@bunting/engine'
import type { Probe } from './engine.ts'
import type { Asked, Questions } from './questions.ts'
import type { Random } from './random.ts'

/** The value of an attribute; undefined if it is missing. */
type Value = AttributeValue | undefined
/** Values of an attribute to test with: of the types that the rules use, and of others. */
type Values = { plain: Value[]; odd: Value[] }

const maxProbes = 2_000

const swapCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())

/** Values around a literal: itself, similar ones, and the same in another type. */
const around = (literal: Scalar): Values => {
  if (typeof literal === 'string') {
    const version = /^(\d+\.\d+\.)(\d+)/.exec(literal)
    const near = version
      ? [`${version[1]}${Number(version[2]) + 1}`]
      : [`${literal}x`, `x${literal}`, literal.slice(0, -1)]
    const asNumber = /^\d{1,15}$/.test(literal) ? [Number(literal)] : []
    return { plain: [literal, ...near, swapCase(literal)], odd: [7, true, [literal], ...asNumber] }
  }
  if (typeof literal === 'number') {
    return { plain: [literal, literal - 1, literal + 1, literal + 0.5], odd: [String(literal), 'x', [literal]] }
  }
  return { plain: [true, false], odd: [String(literal), 1] }
}

const distinct = (values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

const isId = (attribute: string): boolean => attribute === 'userId' || attribute === 'anonymousId'

const valuesFor = (attribute: string, { literals }: Asked): Values => {
  const made = [...literals].map(around)
  return {
    plain: distinct([undefined, ...made.flatMap(({ plain }) => plain)]),
    // An id can only be a text.
    odd: isId(attribute) ? [] : distinct(made.flatMap(({ odd }) => odd)),
  }
}

const someone = (random: Random): string => `user-${random.whole(1e9).toString(36)}`

const probeOf = (chosen: ReadonlyMap<string, Value>, random: Random): Probe => {
  const known = [...chosen].filter(([, value]) => value !== undefined) as [string, AttributeValue][]
  const userId = chosen.has('userId') ? (chosen.get('userId') as string | undefined) : someone(random)
  const anonymousId = chosen.get('anonymousId') as string | undefined
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(anonymousId === undefined ? {} : { anonymousId }),
    attributes: Object.fromEntries(known.filter(([name]) => !isId(name))),
  }
}

/** Combines each value of each attribute with each value of every other one; the remaining attributes are random. */
function* pairs(values: ReadonlyMap<string, Values>, random: Random): Generator<Probe> {
  const names = [...values.keys()]
  const allOf = (name: string): Value[] => {
    const { plain, odd } = values.get(name) as Values
    return [...plain, ...odd]
  }
  const rest = () => new Map(names.map((name) => [name, random.pick((values.get(name) as Values).plain)]))
  for (const name of names) for (const value of allOf(name)) yield probeOf(rest().set(name, value), random)
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const value of allOf(one)) {
        for (const second of allOf(other)) yield probeOf(rest().set(one, value).set(other, second), random)
      }
    }
  }
}

/** The contexts to test a flag with: up to 2,000 made from its rules, and the wanted number of random users. */
export const probesFor = ({ attributes, units }: Questions, users: number, random: Random): Probe[] => {
  const values = new Map([...attributes].map(([name, asked]) => [name, valuesFor(name, asked)]))
  const probes: Probe[] = [{ userId: someone(random), attributes: {} }, { attributes: {} }]
  for (const probe of pairs(values, random)) {
    if (probes.length >= maxProbes) break
    probes.push(probe)
  }
  const others = [...values].filter(([name]) => !isId(name))
  for (let made = 0; made < users; made++) {
    // Units are mostly random too, except for some that the rules name.
    const chosen = others.map(([name, { plain }]): [string, Value] => [
      name,
      units.has(name) && random.next() < 0.9 ? someone(random) : random.pick(plain),
    ])
    probes.push(probeOf(new Map(chosen), random))
  }
  return probes
}
