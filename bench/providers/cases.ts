import { readFileSync } from 'node:fs'

export type ValueType = 'boolean' | 'string' | 'integer' | 'float'
type Value = boolean | string | number

/** What a runner is asked, a line of JSON. */
export type Question = {
  type: ValueType
  flag: string
  default: Value
  key: string
  context: Record<string, string>
}

/** What it answers, a line of JSON: nothing, null and an empty text are alike. */
export type Answer = { value: Value; reason?: string | null; variant?: string | null; errorCode?: string | null }

/** How a case is to be answered: as the flag says, or with the caller's default. */
type Right = { answer?: 'off' | 'on' | 'default'; reason?: string; error?: string }

type WrittenCase = Right & {
  kind: string
  flag: string
  /** Asked for as this type: `other` is one that the flag is not of. */
  as?: ValueType | 'other'
  context?: Record<string, string>
  key?: KeyName
  /** Delivery is away while it is asked. */
  away?: boolean
  /** The status of the bulk evaluation, of a provider that makes such. */
  bulk?: number
  /** Providers that do it in their own way: docs/openfeature.md says how. */
  own?: Record<string, Right>
}

export type KeyName = 'server' | 'client' | 'wrong'

export type Case = Omit<Question, 'key'> & {
  name: string
  kind: string
  key: KeyName
  away: boolean
  bulk: number | undefined
  /** The right answer; of a provider with a way of its own, that. */
  right(provider: string): Answer
  isOwn(provider: string): boolean
}

export type TypeValues = { off: Value; on: Value; variants: { off: string; on: string }; other: ValueType }

type File = {
  types: Record<ValueType, TypeValues>
  ofEachType: WrittenCase[]
  ofOneType: (WrittenCase & { type: ValueType })[]
}

const file: File = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'))

export const { types } = file

/** No flag's value; of a boolean, the one that would be wrong. */
const defaults = { boolean: true, string: 'mine', integer: 99, float: 9.5 }

const caseOf = (of: ValueType, written: WrittenCase): Case => {
  const { kind, flag, as = of, context = {}, key = 'server', away = false, bulk, own = {} } = written
  const values = types[of]
  const type = as === 'other' ? values.other : as
  const fallback = type === 'boolean' ? written.answer !== 'on' : defaults[type]
  const answerOf = ({ answer = 'default', reason, error }: Right): Answer => {
    const value = answer === 'default' ? fallback : values[answer]
    if (error !== undefined) return { value, reason: 'ERROR', errorCode: error }
    // The variant is what Delivery says, whatever a provider makes of the value.
    return { value, reason, variant: values.variants[answer === 'default' ? 'off' : answer] }
  }
  return {
    name: `${of} ${flag}${type === of ? '' : ` as ${type}`} ${JSON.stringify(context)}`,
    ...{ kind, type, flag: `${of}-${flag}`, default: fallback, context, key, away, bulk },
    right: (provider) => answerOf(own[provider] ?? written),
    isOwn: (provider) => own[provider] !== undefined,
  }
}

/** In an order in which Delivery goes away once, and what is asked again follows what it repeats. */
export const cases: Case[] = [
  ...file.ofEachType.flatMap((written) => Object.keys(types).map((type) => caseOf(type as ValueType, written))),
  ...file.ofOneType.map((written) => caseOf(written.type, written)),
]
