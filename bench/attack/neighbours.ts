import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Target } from './target.ts'

export type Neighbours = AsyncDisposable & {
  /** For how long somebody waited at most while something is done, in milliseconds. */
  during(work: () => Promise<unknown>): Promise<{ evaluating: number; managing: number; saving: number }>
}

/** Who evaluates with another key, who reads a flag on the Management API, and who changes one. */
export const openNeighbours = async ({ key, deliveryUrl, managementUrl, project }: Target): Promise<Neighbours> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ flagKey: 'many-0', context: { userId: 'ada' } })
  const workers = [
    { url: `${deliveryUrl}/v1/evaluate`, method: 'POST', headers, body },
    { url: `${managementUrl}${project}/flags/many-0`, method: 'GET', headers, body: '' },
    { url: `${managementUrl}${project}/flags/many-1`, method: 'PATCH', headers, body: '{"description":"{another}"}' },
  ].map((workerData) => new Worker(new URL('neighbour.ts', import.meta.url), { workerData }))

  const tell = (word: 'begin' | 'end') =>
    Promise.all(
      workers.map(async (worker): Promise<number> => {
        const heard = once(worker, 'message')
        worker.postMessage(word)
        return (await heard)[0] as number
      }),
    )
  return {
    during: async (work) => {
      await tell('begin')
      await work()
      const [evaluating = 0, managing = 0, saving = 0] = await tell('end')
      return { evaluating, managing, saving }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
