import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '../base/log.ts'
import { type Channel, openRpc } from '../base/rpc.ts'
import { StartupError } from '../base/startup-error.ts'
import { withTimeout } from '../base/with-timeout.ts'
import type { Edge } from '../edge/edge.ts'
import { answerOfEdge, passNoticesOn } from '../edge/primary.ts'
import { addWorkerMetrics, type MetricsPart, readMetrics } from '../http/probes/read-metrics.ts'

export type Workers = { port: number; close(): Promise<void> }

const restartMs = 1_000
const metricsTimeoutMs = 2_000

/** Worker processes that share the Delivery port. One that dies is replaced. */
export const startWorkers = async (
  count: number,
  edge: Edge,
  log: Logger,
  shownMetrics: readonly MetricsPart[],
): Promise<Workers> => {
  let closing = false

  const start = (): Worker => {
    const worker = cluster.fork()
    const stopServing = serve(worker, edge, shownMetrics)
    worker.on('error', (error) => log.error({ err: error }, 'a Delivery worker cannot be talked to'))
    worker.on('exit', async (code, signal) => {
      stopServing()
      if (closing) return
      log.error({ workerPid: worker.process.pid, code, signal }, 'a Delivery worker died; another takes its place')
      // A worker that cannot start must not be restarted in a tight loop.
      if (code !== 0) await setTimeout(restartMs)
      if (!closing) start()
    })
    return worker
  }

  const ports = await Promise.all(Array.from({ length: count }, () => portOf(start())))
  return {
    port: ports[0] ?? 0,
    close: async () => {
      closing = true
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker)))
    },
  }
}

/** Answers a worker's calls: for the edge, if it has none of its own, and for the metrics of the whole instance. */
const serve = (worker: Worker, edge: Edge, shownMetrics: readonly MetricsPart[]): (() => void) => {
  const channel = channelTo(worker)
  const { call, end } = openRpc(channel, (request) =>
    'metrics' in request ? readMetrics(...shownMetrics) : answerOfEdge(edge, request),
  )
  const endNotices = passNoticesOn(edge, channel)
  const endMetrics = addWorkerMetrics(() => withTimeout(metricsTimeoutMs, call({ metrics: 'own' })))
  return () => {
    endNotices()
    endMetrics()
    end(new Error('the worker is gone'))
  }
}

const portOf = (worker: Worker): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  worker.once('listening', ({ port }) => resolve(port))
  worker.once('exit', (code) => reject(new StartupError(`A Delivery worker ended with ${code} before it listened.`)))
  return promise
}

const stop = async (worker: Worker): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  worker.send({ stop: true }, () => undefined)
  await promise
}

const channelTo = (worker: Worker): Channel => ({
  send: (message) => {
    // A worker that dies between the check and the send is replaced: the error does not matter.
    if (worker.isConnected()) worker.send(message, () => undefined)
  },
  onMessage: (listener) => {
    worker.on('message', listener)
  },
})
