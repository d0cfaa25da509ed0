import { type EvaluationContext, FlagsError, openDeadline, refusal } from '@bunting/sdk-core'
import { areResults, type Result } from './answers.ts'

export type Service = { url: string; key: string; fetch: typeof globalThis.fetch }
export type Evaluated = {
  results: Record<string, Result>
  /** The exposure tokens, by the flags whose use exposes to an experiment. */
  tokens: Record<string, string>
  environmentId: string | undefined
  /** The revision that all answers are from; undefined if that is not known. */
  revision: string | undefined
}

/** The most flags in a request, by the service's limit. */
const maxFlags = 100
const timeoutMs = 10_000

/** `POST /v1/evaluate/bulk`, in as many requests as the keys need. */
export const evaluate = async (
  service: Service,
  keys: readonly string[],
  context: EvaluationContext,
  signal: AbortSignal,
  exposures: boolean,
): Promise<Evaluated> => {
  const parts = []
  for (let at = 0; at < keys.length; at += maxFlags) {
    const asked = { flags: keys.slice(at, at + maxFlags), context, ...(exposures && { exposures }) }
    parts.push(evaluateSome(service, asked, signal))
  }
  const answers = await Promise.all(parts)
  const revisions = new Set(answers.map(({ revision }) => revision))
  return {
    results: Object.fromEntries(answers.flatMap(({ results }) => Object.entries(results))),
    tokens: Object.fromEntries(answers.flatMap(({ exposures }) => Object.entries(exposures ?? {}))),
    environmentId: answers[0]?.meta.environmentId,
    revision: revisions.size === 1 ? answers[0]?.revision : undefined,
  }
}

type BulkAnswer = {
  results: Record<string, Result>
  exposures?: Record<string, string>
  meta: { environmentId: string }
  revision?: string | undefined
}

const evaluateSome = async (
  { url, key, fetch }: Service,
  asked: { flags: readonly string[]; context: EvaluationContext; exposures?: boolean },
  signal: AbortSignal,
): Promise<BulkAnswer> => {
  const deadline = openDeadline(signal)
  deadline.expect(timeoutMs)
  try {
    const response = await fetch(`${url}/v1/evaluate/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: deadline.signal,
    })
    if (!response.ok) throw refusal('POST /v1/evaluate/bulk', response)
    const answer = (await response.json()) as BulkAnswer
    if (!areResults(answer?.results)) throw new FlagsError('BAD_ANSWER', 'These are not results of flags.')
    return { ...answer, revision: /"(.+)"/.exec(response.headers.get('etag') ?? '')?.[1] }
  } finally {
    deadline.close()
  }
}
