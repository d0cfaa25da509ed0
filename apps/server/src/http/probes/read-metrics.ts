import { AggregatorRegistry, type Registry } from 'prom-client'
import { deliveryMetrics, metrics } from '../../base/metrics.ts'

/** Delivery's metrics, and all others: those of the Management API, and of the process that both are in. */
const registries = { delivery: deliveryMetrics, others: metrics }

export type MetricsPart = keyof typeof registries
type Figures = Record<MetricsPart, object[]>
type Read = () => Promise<unknown>

/** Functions that read the metrics of this process's workers, which are added to its own. */
const workers = new Set<Read>()
let primary: Read | undefined

/** The metrics of this process alone, to be added to those of others. */
export const ownMetrics = async (): Promise<Figures> => ({
  delivery: await deliveryMetrics.getMetricsAsJSON(),
  others: await metrics.getMetricsAsJSON(),
})

/** Adds the metrics of a worker. Returns a function that removes them. */
export const addWorkerMetrics = (read: Read): (() => void) => {
  workers.add(read)
  return () => workers.delete(read)
}

/** Called in a worker: its metrics are then those of the whole instance. */
export const askForMetrics = (read: Read): void => {
  primary = read
}

/**
 * These parts of the instance's metrics, whichever of its processes is asked. No two listeners show the same part, so
 * that sums over both count nothing twice.
 */
export const readMetrics = async (...parts: MetricsPart[]): Promise<string> => {
  if (primary) return (await primary()) as string
  const together = await collect()
  return (await Promise.all(parts.map((part) => together[part].metrics()))).join('\n')
}

/** All metrics, in prom-client's JSON. */
export const readFigures = async (): Promise<object[]> => {
  const { delivery, others } = await collect()
  return [...(await delivery.getMetricsAsJSON()), ...(await others.getMetricsAsJSON())]
}

const collect = async (): Promise<Record<MetricsPart, Pick<Registry, 'metrics' | 'getMetricsAsJSON'>>> => {
  if (workers.size === 0) return registries
  // A worker that just died is left out.
  const read = await Promise.allSettled([...workers].map((readOne) => readOne()))
  const ofWorkers = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value as Figures] : []))
  const figures = [await ownMetrics(), ...ofWorkers]
  const together = (part: MetricsPart) => AggregatorRegistry.aggregate(figures.map((one) => one[part]))
  return { delivery: together('delivery'), others: together('others') }
}
