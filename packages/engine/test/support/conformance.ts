import { readdirSync, readFileSync } from 'node:fs'
import type { EvaluationContext, FlagConfig } from '../../src/index.ts'
import { type Beside, sourceOf } from './evaluate.ts'

export type Case = Beside & {
  name: string
  flagKey: string
  config: FlagConfig | null
  context: EvaluationContext
  expect: object
}
type Subject = { subject: string; cases: Case[] }
export type SegmentCase = Pick<Case, 'name' | 'context' | 'expect'> & {
  segmentKey: string
  segments: Record<string, unknown>
}

const folder = new URL('../../../../conformance/', import.meta.url)

export const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

export const read = <Data = Subject>(file: string): Data => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** The cases that expect a result; explanations have cases of their own. */
export const subjects = files
  .filter(
    (file) => !/^(explain|patches|event-stream|statistics|patterns|numbers|instants|telemetry|exposures)/.test(file),
  )
  .map((file) => read(file))

/** The bundle that a case is about. */
export const sourceIn = ({ flagKey, config, ...beside }: Case) => sourceOf(flagKey, config, beside)
