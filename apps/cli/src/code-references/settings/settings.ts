import { type ErrorDetail, parse } from '@bunting/contract'
import { z } from 'zod'
import { Failure } from '../../core/failure.ts'
import { parseJson } from '../../core/read-json.ts'
import type { ReadTracked } from '../git/read-tracked.ts'
import { aliasForms } from './alias-forms.ts'
import { aliasPatternProblem } from './alias-pattern.ts'

/** An object that refuses unknown fields. The error message lists the known ones, so that `parse` can suggest one. */
const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join('\n') : undefined),
  })

const oneLine = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^\0\r\n]*$/, 'must be one line')

const aliasForm = z.enum(Object.keys(aliasForms) as (keyof typeof aliasForms)[])
const fileAlias = strict({
  /** A path from the root of the repository, with `*` and `**`. */
  file: oneLine,
  pattern: z.string().check(({ value, issues }) => {
    const message = aliasPatternProblem(value)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  }),
})

const delimiter = z.string().regex(/^[!-/:-@[-`{-~]$/, 'must be one ASCII character that is no letter, digit or space')
const settingsSchema = strict({
  delimiters: z.array(delimiter).max(20).default([]),
  aliases: z.array(z.unknown()).max(20).default([]),
  exclude: z.array(oneLine).max(200).default([]),
})

export type FileAlias = z.output<typeof fileAlias>
export type Settings = {
  delimiters: readonly string[]
  aliases: readonly (z.output<typeof aliasForm> | FileAlias)[]
  exclude: readonly string[]
}

const settingsFile = 'bunting.json'

/** Reads `bunting.json` at the root of the repository; without one, the defaults apply. */
export const readSettings = (read: ReadTracked): Settings => {
  const bytes = read({ path: settingsFile, location: settingsFile })
  if (bytes === 'absent') return { delimiters: [], aliases: [], exclude: [] }
  if (typeof bytes === 'string') throw new Failure('wrongUse', `${settingsFile} is no plain file of up to 1 MiB.`)
  const settings = parse(settingsSchema, parseJson(settingsFile, bytes.toString().replace(/^\ufeff/, '')))
  if (!settings.ok) return refuseSettings(settings.details)
  const aliases = settings.value.aliases.map((alias, at) => {
    const parsed = typeof alias === 'object' && alias !== null ? parse(fileAlias, alias) : parse(aliasForm, alias)
    if (parsed.ok) return parsed.value
    const under = (path: string) => (path === '' ? `aliases[${at}]` : `aliases[${at}].${path}`)
    return refuseSettings(parsed.details.map(({ path, message }) => ({ path: under(path), message })))
  })
  return { ...settings.value, aliases }
}

const refuseSettings = (details: readonly ErrorDetail[]): never => {
  const problems = details.map(({ path, message }) => (path === '' ? `It ${message}` : `${path} ${message}`))
  throw new Failure('wrongUse', `${settingsFile} is not as it should be.`, problems)
}
