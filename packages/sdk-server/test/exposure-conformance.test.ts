import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import type { Bundle, EvaluationContext, TrackDetails } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

type Asked = { flagKey: string; type: 'boolean' | 'string' | 'number'; context: EvaluationContext; exposure?: boolean }
type Tracked = { name: string; context: EvaluationContext } & TrackDetails
type ExposureCase = {
  name: string
  bundle: Bundle
  evaluations: Asked[]
  tracked: Tracked[]
  expect: { exposures: object[]; events: object[] }
}

const data = new URL('../../../conformance/exposures.json', import.meta.url)
const { cases }: { cases: ExposureCase[] } = JSON.parse(readFileSync(data, 'utf8'))

/** Evaluates and tracks, and returns everything that was sent to `/v1/track`. */
const told = async ({ bundle, evaluations, tracked }: ExposureCase) => {
  const sent = { exposures: [] as object[], events: [] as object[] }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith('/v1/track')) throw new Error('nothing else is there')
    const { exposures, events } = JSON.parse(String(init?.body))
    sent.exposures.push(...exposures.map(({ at, ...exposure }: { at: number }) => exposure))
    sent.events.push(...events.map(({ at, id, ...event }: { at: number; id: string }) => event))
    return new Response('{}', { status: 202 })
  }
  const telemetry = { url: 'http://management.test', flushMs: 86_400_000 }
  const flags = openTestFlags({ bootstrap: bundle, fetch, telemetry })
  for (const { flagKey, type, context, exposure = true } of evaluations) {
    if (type === 'boolean') flags.boolean(flagKey, context, false, { exposure })
    else if (type === 'number') flags.number(flagKey, context, 0, { exposure })
    else flags.string(flagKey, context, '', { exposure })
  }
  for (const { name, context, ...details } of tracked) flags.track(name, context, details)
  await flags.close()
  return sent
}

test('who is exposed, and what is told of events', () =>
  everyCase(cases, async (one) => expect(await told(one)).toEqual(one.expect)))
