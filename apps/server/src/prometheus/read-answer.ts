import { withoutHidden } from '@bunting/contract'
import { isObject, parseJson } from '../base/json.ts'
import type { Asked } from '../rules/changes/guardrails.ts'

/** Sanitizes an error of Prometheus, which may repeat any part of the query: not every character can be stored. */
const shown = (text: string): string => withoutHidden(text).slice(0, 300).toWellFormed()

/** Parses an answer; undefined if it is not one of Prometheus. */
export const readAnswer = (status: number, text: string): Asked | undefined => {
  const body = parseJson(text)
  if (!isObject(body)) return undefined
  if (body.status === 'error' && typeof body.error === 'string') {
    return { unknown: `Prometheus has no answer (${shown(body.error)})` }
  }
  if (status !== 200 || body.status !== 'success' || !isObject(body.data)) return undefined
  const { resultType, result } = body.data
  if (resultType === 'scalar') return readSample(result)
  if (resultType === 'matrix' || resultType === 'string') {
    return { unknown: `Prometheus answers with a ${resultType}, not with one number` }
  }
  if (resultType !== 'vector' || !Array.isArray(result)) return undefined
  if (result.length === 0) return { unknown: 'Prometheus has no data' }
  if (result.length > 1) return { unknown: `Prometheus answers with ${result.length} series, not with one` }
  return readSample(isObject(result[0]) ? result[0].value : undefined)
}

/** Parses a sample: a time, and a number as text. */
const readSample = (sample: unknown): Asked | undefined => {
  // A series of histograms has no sample.
  if (sample === undefined) return { unknown: 'Prometheus answers with a histogram, not with a number' }
  const text = Array.isArray(sample) ? sample[1] : undefined
  if (typeof text !== 'string' || text === '') return undefined
  if (/^(NaN|[+-]Inf)$/.test(text)) return { unknown: `Prometheus answers ${text}` }
  const value = Number(text)
  return Number.isFinite(value) ? { value } : undefined
}
