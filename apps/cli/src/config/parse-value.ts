import type { FlagType } from '@bunting/engine'
import { wrongUse } from '../core/failure.ts'
import { parseJson, readText } from '../core/read-json.ts'
import type { FlagValue } from './flag-config.ts'

/** Parses a word as a value of this flag type; `@file` reads the value of a json flag from a file. */
export const parseValue = (type: FlagType, text: string): FlagValue => {
  if (type === 'string') return text
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text)
  if (type === 'json') return parseDocument(text)
  return wrongUse(`"${text}" is not a ${type}.`)
}

const parseDocument = (text: string): FlagValue => {
  const file = text.startsWith('@') ? text.slice(1) : undefined
  const value = file === undefined ? parseJson(`"${text}"`, text) : parseJson(file, readText(file))
  return typeof value === 'object' && value !== null
    ? (value as FlagValue)
    : wrongUse(
        `"${text}" is not what a json flag answers: that is an object or an array.`,
        '@file reads it from a file',
      )
}
