import { readdirSync, readFileSync } from 'node:fs'
import type { EvaluationContext, FlagConfig } from '../../src/index.ts'

export type Case = {
  name: string
  flagKey: string
  config: FlagConfig | null
  context: EvaluationContext
  expect: { value: boolean | string | number | null; reason: string }
}

const folder = new URL('../../../../conformance/', import.meta.url)

/** Those of `explain.json` expect more than an evaluation answers. */
export const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'explain.json')
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] }).cases)
