import type { EdgeKey } from '../edge/edge.ts'
import type { Answer, Request } from './answer.ts'
import { bundleUnavailable, getBundle } from './bundle.ts'
import type { EdgeCache } from './edge-cache.ts'
import { evaluate, evaluateUnavailable } from './evaluate.ts'
import { evaluateBulk, evaluateBulkUnavailable } from './evaluate-bulk.ts'
import { streamFor } from './stream.ts'
import type { StreamOptions } from './streams.ts'

export type Route = { method: 'GET' | 'POST' } & (
  | {
      answer: (cache: EdgeCache, caller: EdgeKey, request: Request) => Answer | Promise<Answer>
      /** What is said where the edge cannot be read and the key is not known from before. */
      unavailable: (request: Request) => Answer
    }
  | { stream: (caller: EdgeKey, request: Request) => Omit<StreamOptions, 'headers'> }
)

/** Every address of the Delivery API that takes a key. */
const routes = new Map<string, Route>([
  ['/v1/evaluate', { method: 'POST', answer: evaluate, unavailable: evaluateUnavailable }],
  ['/v1/evaluate/bulk', { method: 'POST', answer: evaluateBulk, unavailable: evaluateBulkUnavailable }],
  ['/v1/bundle', { method: 'GET', answer: getBundle, unavailable: bundleUnavailable }],
  ['/v1/stream', { method: 'GET', stream: streamFor }],
])

export const findRoute = (path: string): Route | undefined => routes.get(path)
