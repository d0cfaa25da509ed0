import { readdirSync, readFileSync } from 'node:fs'
import type { EnvironmentId } from '@bunting/contract'
import { isListAttribute } from '@bunting/contract'
import type { EvaluationContext, EvaluationResult } from '@bunting/engine'
import type { EdgeBundle } from '../edge/edge.ts'
import { bundleIn } from '../edge/format/bundle-text.ts'

type Described = { type?: string; config: { defaultValue: unknown } }

export type ConformanceCase = {
  name: string
  flagKey: string
  type?: string
  config: Described['config'] | null
  flags?: Record<string, Described>
  segments?: Record<string, unknown>
  format?: number
  context: EvaluationContext
  expect: EvaluationResult
}

const folder = new URL('../../../../conformance/', import.meta.url)

/** A file of the conformance data. */
export type ConformanceFile = { subject: string; cases: ConformanceCase[] }

const otherSubjects =
  /^(explain|patches|event-stream|statistics|large-segments|patterns|numbers|instants|telemetry|exposures)/

/** The files about evaluation; those about other subjects have other expectations. */
export const conformanceFiles = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !otherSubjects.test(file))
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as ConformanceFile)

export const casesOf = (files: readonly ConformanceFile[]): ConformanceCase[] => files.flatMap(({ cases }) => cases)

/** The files, reduced to the wanted cases; files without any are left out. */
export const filesWith = (isWanted: (one: ConformanceCase) => boolean): ConformanceFile[] =>
  conformanceFiles
    .map(({ subject, cases }) => ({ subject, cases: cases.filter(isWanted) }))
    .filter(({ cases }) => cases.length > 0)

const isAttribute = (value: unknown) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || isListAttribute(value)

/** The files, reduced to cases that can be sent: other contexts are refused before they are evaluated. */
export const sendableFiles = filesWith(({ context }) => Object.values(context.attributes ?? {}).every(isAttribute))

const typeOf = ({ type, config: { defaultValue } }: Described) =>
  type ?? (typeof defaultValue === 'object' ? 'json' : typeof defaultValue)

/** The bundle of a case in the form in which SDKs receive it, with every flag visible to client keys. */
export const contentOf = (
  { flagKey, type, config, flags = {}, segments = {}, format = 2 }: ConformanceCase,
  environmentId: EnvironmentId,
) => {
  const described = { ...flags, ...(config && { [flagKey]: { ...(type && { type }), config } }) }
  const delivered = Object.entries(described).map(([key, flag]) => [
    key,
    { id: 'flag_1', type: typeOf(flag), clientSafe: true, config: flag.config },
  ])
  return { format, environmentId, revision: 1, flags: Object.fromEntries(delivered), segments }
}

/** The bundle of a case in the form of the edge. */
export const bundleOf = (one: ConformanceCase, environmentId: EnvironmentId): EdgeBundle =>
  bundleIn(JSON.stringify(contentOf(one, environmentId)), environmentId) as EdgeBundle
