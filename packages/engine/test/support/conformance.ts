import { readdirSync, readFileSync } from 'node:fs'
import type { EvaluationContext, FlagConfig } from '../../src/index.ts'

type Case = {
  name: string
  flagKey: string
  config: FlagConfig | null
  context: EvaluationContext
  expect: object
}
type Subject = { subject: string; cases: Case[] }

const folder = new URL('../../../../conformance/', import.meta.url)

export const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

export const read = <Data = Subject>(file: string): Data => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** The cases that expect a result; those of `explain.json` expect more. */
export const subjects = files.filter((file) => file !== 'explain.json').map((file) => read(file))
