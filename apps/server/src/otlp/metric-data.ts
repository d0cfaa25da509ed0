import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { AggregationTemporality, type DataPoint, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'

/** A metric in prom-client's form. */
export type Figure = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  values: readonly { metricName?: string; labels: Record<string, string | number>; value: number }[]
}

type Times = { startTime: HrTime; endTime: HrTime }

/** Converts a metric, under its name of `/metrics`: counters and histograms are cumulative since the start. */
export const metricData = (figure: Figure, times: Times): MetricData => {
  const { name, help, type } = figure
  const about = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram') {
    return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsIn(figure, times) }
  }
  const dataPoints = figure.values.map(({ labels, value }) => ({ ...times, attributes: textsOf(labels), value }))
  if (type === 'gauge') return { ...about, dataPointType: DataPointType.GAUGE, dataPoints }
  return { ...about, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
}

const unitOf = (name: string): string => {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}

const textsOf = (labels: Record<string, string | number>): Attributes =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))

type Histogram = Extract<MetricData, { dataPointType: DataPointType.HISTOGRAM }>['dataPoints'][number]['value']

const histogramsIn = ({ name, values }: Figure, times: Times): DataPoint<Histogram>[] => {
  const series = Map.groupBy(values, ({ labels: { le, ...others } }) => JSON.stringify(Object.entries(others).sort()))
  return [...series.values()].map((ofOne) => {
    const buckets = ofOne
      .filter(({ metricName }) => metricName === `${name}_bucket`)
      .map(({ labels: { le }, value }) => ({ bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value }))
      .sort((one, other) => one.bound - other.bound)
    const totalOf = (suffix: string) => ofOne.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const { le, ...labels } = ofOne[0]?.labels ?? {}
    return {
      ...times,
      attributes: textsOf(labels),
      value: {
        buckets: {
          boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
          // The buckets of Prometheus are cumulative, those of OTLP are not.
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: totalOf('sum'),
        count: totalOf('count'),
      },
    }
  })
}
