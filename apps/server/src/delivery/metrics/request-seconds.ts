import type { Metric } from 'prom-client'

const name = 'bunting_delivery_request_duration_seconds'

/** Buckets in milliseconds, from a plain evaluation to a very slow answer. */
const boundsMs = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500]

/** The number of answers in each bucket, up to its bound; the last bucket is for those above all bounds. */
export type Durations = { counts: Float64Array; sumMs: number }

export const newDurations = (): Durations => ({ counts: new Float64Array(boundsMs.length + 1), sumMs: 0 })

/** Costs only a few additions: an answer is made in microseconds. */
export const addDuration = (durations: Durations, ms: number): void => {
  let at = 0
  while (at < boundsMs.length && ms > (boundsMs[at] as number)) at++
  durations.counts[at] = (durations.counts[at] as number) + 1
  durations.sumMs += ms
}

const valuesOf = (route: string, { counts, sumMs }: Durations): object[] => {
  let count = 0
  const buckets = [...counts].map((more, at) => {
    count += more
    const le = boundsMs[at] === undefined ? '+Inf' : boundsMs[at] / 1_000
    return { metricName: `${name}_bucket`, labels: { le, route }, value: count }
  })
  const labels = { route }
  const sum = { metricName: `${name}_sum`, labels, value: sumMs / 1_000 }
  return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }]
}

/** The histogram that prom-client would keep, computed only when it is read. */
export const histogramOf = (read: () => Iterable<[route: string, durations: Durations]>): Metric => {
  const about = {
    name,
    help: 'How long the Delivery API took from a request’s headers to its answer, by route. Streams are no answers.',
    type: 'histogram',
    aggregator: 'sum',
  }
  const get = async () => ({ ...about, values: [...read()].flatMap(([route, one]) => valuesOf(route, one)) })
  return { ...about, get } as unknown as Metric
}
