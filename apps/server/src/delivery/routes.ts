import type { Scope } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import type { Answer, Request } from './answer.ts'
import type { EdgeCache } from './edge-cache.ts'
import { evaluate, evaluateUnavailable } from './evaluate.ts'
import { evaluateBulk, evaluateBulkUnavailable } from './evaluate-bulk.ts'

export type Route = {
  scope: Scope
  answer: (cache: EdgeCache, caller: EdgeKey, request: Request) => Answer | Promise<Answer>
  /** What is said where the edge cannot be read and the key is not known from before. */
  unavailable: (request: Request) => Answer
}

/** Every endpoint of the Delivery API: path, then method. */
export const routes: Record<string, Record<string, Route>> = {
  '/v1/evaluate': { POST: { scope: 'evaluate', answer: evaluate, unavailable: evaluateUnavailable } },
  '/v1/evaluate/bulk': { POST: { scope: 'evaluate', answer: evaluateBulk, unavailable: evaluateBulkUnavailable } },
}
