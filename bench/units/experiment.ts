import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'

/** The key that tells, and the experiment that it tells of. */
export type BenchExperiment = { key: string; id: string; flagKey: string; events: readonly string[] }

const rule = {
  id: 'split',
  name: 'Everybody',
  conditions: [],
  distribution: [
    { variant: 'true', weight: 1 },
    { variant: 'false', weight: 1 },
  ],
}

/** A boolean flag that is split in halves, under an experiment with three metrics whose windows are as short as can be. */
export const startExperiment = async ({
  managementUrl,
  firstKey: key = '',
}: ServerProcess): Promise<BenchExperiment> => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as { id: string; items: { id: string; slug: string }[] }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  const [project] = (await send('GET', '/v1/projects?slug=default')).items
  const base = `/v1/projects/${project?.id}`
  const { items } = await send('GET', `${base}/environments`)
  const place = `${base}/environments/${items.find(({ slug }) => slug === 'development')?.id}/flags/checkout`
  await send('POST', `${base}/flags`, { key: 'checkout', name: 'Checkout', type: 'boolean' })
  await send('PUT', place, { version: 1, enabled: true, defaultValue: false, rules: [rule] })
  const events = ['purchase', 'visit', 'signup']
  const kinds = ['sum', 'count', 'conversion']
  for (const [at, event] of events.entries()) {
    await send('POST', `${base}/metrics`, { key: event, name: event, event, kind: kinds[at], window: 60 })
  }
  const [primary, ...secondary] = events
  const drafted = { name: 'Bench', ruleId: 'split', control: 'false', primary, secondary, expectedUnits: 100_000 }
  const { id } = await send('POST', `${place}/experiments`, drafted)
  await send('POST', `/v1/experiments/${id}/start`)
  return { key, id, flagKey: 'checkout', events }
}
