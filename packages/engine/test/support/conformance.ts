import { readdirSync, readFileSync } from 'node:fs'
import type { EvaluationContext, FlagConfig } from '../../src/index.ts'

type Case = {
  name: string
  flagKey: string
  /** What `defaultValue` says where it is absent: `json` for objects and arrays. */
  type?: string
  config: FlagConfig | null
  /** The other flags of the bundle. */
  flags?: Record<string, { type?: string; config: FlagConfig }>
  segments?: Record<string, { unit: string | null; config: object }>
  /** The bundle's; 2 where it is absent. */
  format?: number
  context: EvaluationContext
  expect: object
}
type Subject = { subject: string; cases: Case[] }

const folder = new URL('../../../../conformance/', import.meta.url)

export const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

export const read = <Data = Subject>(file: string): Data => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** The cases that expect a result; those that explain one expect more. */
export const subjects = files.filter((file) => !file.startsWith('explain')).map((file) => read(file))
