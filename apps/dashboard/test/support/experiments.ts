import type { ExperimentResults } from '@bunting/contract'
import { compileSplit } from '@bunting/engine'
import type { Page } from 'playwright-core'
import type { Site } from './site.ts'

const distribution = [
  { variant: 'classic', weight: 50 },
  { variant: 'one-page', weight: 50 },
]
const rule = { id: 'split', name: 'Everybody', distribution }
const variants = ['classic', 'one-page'].map((key) => ({ key, value: key }))

/** Flags that split, what counts, and experiments on them. */
export const experimentsOf = ({ api, projectId, environments, deliveryUrl, key }: Site) => {
  const place = (flagKey: string, slug = 'development') => ({ projectId, envId: environments[slug] ?? '', flagKey })

  const newSplit = async (flagKey: string, slug?: string): Promise<void> => {
    await api.createFlag({ params: { projectId }, body: { key: flagKey, name: flagKey, type: 'string' } })
    await api.createFlagVersion({
      params: place(flagKey, slug),
      body: { version: 1, enabled: true, defaultValue: 'classic', variants, rules: [rule] },
    })
  }

  const newMetric = (metricKey: string, name: string, fields: object = {}) =>
    api.createMetric({
      params: { projectId },
      body: { key: metricKey, name, kind: 'conversion', event: 'purchase', ...fields },
    })

  /** A draft of an experiment on a flag of its own. */
  const newDraft = async (flagKey: string, fields: object = {}, slug?: string) => {
    await newSplit(flagKey, slug)
    return api.createExperiment({
      params: place(flagKey, slug),
      body: { name: `Try ${flagKey}`, ruleId: rule.id, control: 'classic', primary: 'orders', ...fields },
    })
  }

  /** The same, running. */
  const newRun = async (flagKey: string, fields: object = {}) => {
    const { id } = await newDraft(flagKey, fields)
    await api.startExperiment({ params: { experimentId: id } })
    return id
  }

  const track = async (body: object): Promise<void> => {
    const answer = await fetch(`${deliveryUrl}/v1/track`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 202) throw new Error(`Track answered ${answer.status}: ${await answer.text()}`)
  }

  /** Visitors who got the variant that the split gives them. */
  const expose = (flagKey: string, visitors: number): Promise<void> => {
    const { variantOf } = compileSplit(flagKey, rule)
    const exposures = Array.from({ length: visitors }, (_, at) => `visitor-${at}`).map((userId) => ({
      ...{ flagKey, ruleId: rule.id, variant: variantOf(userId) },
      context: { userId },
    }))
    return track({ exposures })
  }

  return { place, newSplit, newMetric, newDraft, newRun, track, expose }
}

const counted = (n: number, mean: number) => ({ n, mean, deviation: 0.3 })

/** Results as after some days: the windows of a real run take longer than a test. */
export const someResults = (fields: Partial<ExperimentResults> = {}): ExperimentResults => ({
  at: new Date().toISOString(),
  isFinal: false,
  method: 'sequential',
  units: {
    classic: { exposed: 5_100, matured: 4_600, waiting: 500 },
    'one-page': { exposed: 5_000, matured: 4_500, waiting: 500 },
  },
  srm: { p: 0.71, chiSquareP: 0.6, status: 'ok' },
  health: { mismatched: [], late: 12, ignored: 0, identity: 0 },
  metrics: [
    {
      key: 'orders',
      role: 'primary',
      variants: {
        classic: counted(4_600, 0.112),
        'one-page': {
          ...counted(4_500, 0.1192),
          status: 'enough',
          method: 'sequential',
          difference: { value: 0.0072, low: 0.002, high: 0.012 },
          lift: { value: 0.064, low: 0.021, high: 0.109 },
          p: 0.002,
          evidence: 500,
          chance: 0.998,
          verdict: 'better',
        },
      },
    },
  ],
  guardrails: [],
  recommendation: { kind: 'ship', variant: 'one-page', why: 'Ship it.' },
  ...fields,
})

/** Answers a page's requests for results with these. */
export const showResults = (page: Page, results: ExperimentResults): Promise<unknown> =>
  Promise.resolve(page.route(/\/results$/, (route) => route.fulfill({ json: results })))

/** The same for its days. */
export const showDays = (page: Page, items: object[]): Promise<unknown> =>
  Promise.resolve(page.route(/\/results\/days\?/, (route) => route.fulfill({ json: { items } })))
