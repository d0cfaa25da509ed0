import type { LoadResult } from '../load/load.ts'
import { postRequest } from '../load/request.ts'
import { startLoad } from '../load/start.ts'

const rate = 200
const connections = 20

/** Evaluations from before something begins until it is over. */
export const whileEvaluating = async <Value>(
  port: number,
  key: string,
  ms: number,
  work: () => Promise<Value>,
): Promise<[Value, LoadResult]> => {
  using load = startLoad()
  const body = { flagKey: 'flag-1', context: { userId: 'user' } }
  const request = postRequest('/v1/evaluate', body, { authorization: `Bearer ${key}` })
  const applied = load.apply({ port, requests: [request], connections, ms, rate })
  const value = await work()
  return [value, await applied]
}
