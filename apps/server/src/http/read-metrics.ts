import { AggregatorRegistry } from 'prom-client'
import { metrics } from './metrics.ts'

type Read = () => Promise<unknown>

/** The workers of this process: their figures belong to its own. */
const workers = new Set<Read>()
let primary: Read | undefined

/** Of this process alone, to be added to others'. */
export const ownMetrics: Read = () => metrics.getMetricsAsJSON()

/** Returns what ends it. */
export const addWorkerMetrics = (read: Read): (() => void) => {
  workers.add(read)
  return () => workers.delete(read)
}

/** In a worker: whoever asks it asks for the whole instance. */
export const askForMetrics = (read: Read): void => {
  primary = read
}

/** Everything that this instance counts, whichever of its processes is asked. */
export const readMetrics = async (): Promise<string> => {
  if (primary) return (await primary()) as string
  if (workers.size === 0) return metrics.metrics()
  // One that just died has nothing to say.
  const read = await Promise.allSettled([ownMetrics(), ...[...workers].map((readOne) => readOne())])
  const figures = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value as object[]] : []))
  return AggregatorRegistry.aggregate(figures).metrics()
}
