import type { ApiError } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import { bundleUnavailable, getBundle } from './endpoints/bundle.ts'
import { evaluate, evaluateUnavailable } from './endpoints/evaluate.ts'
import { evaluateBulk, evaluateBulkUnavailable } from './endpoints/evaluate-bulk.ts'
import { getList, isListPath, listUnavailable } from './endpoints/list.ts'
import { ofrepError, ofrepFlagError } from './endpoints/ofrep/errors.ts'
import { evaluateFlag, ofrepUnavailable } from './endpoints/ofrep/evaluate-flag.ts'
import { evaluateFlags } from './endpoints/ofrep/evaluate-flags.ts'
import { eventStreamFor, eventStreamPath, tokenOf } from './endpoints/ofrep/event-stream.ts'
import { isFlagPath } from './endpoints/ofrep/flag-path.ts'
import { streamFor } from './endpoints/stream.ts'
import type { SentKey } from './request/caller.ts'
import { streamKeyOf } from './request/credentials.ts'
import type { Charge } from './request/limits.ts'
import type { Answer, Request } from './response/answer.ts'
import type { StreamContent } from './stream/stream-hub.ts'
import type { Serving } from './usage/serving.ts'

export type Route = {
  /** As the metrics name it: without what varies in an address. */
  path: string
  method: 'GET' | 'POST'
  /** Its answers are sent in pieces, which is left to Node. */
  isLong?: boolean
  /** Where errors have a form of their own. */
  error?: (error: ApiError, request: Request) => Answer
} & (
  | {
      answer: (serving: Serving, caller: EdgeKey, request: Request, charge: Charge) => Answer | Promise<Answer>
      /** What is said where the edge cannot be read and the key is not known from before. */
      unavailable: (request: Request) => Answer
    }
  | ({ stream: (caller: EdgeKey, request: Request) => StreamContent } & (
      | {
          /** The key that opens the stream; undefined where it can be none. */
          key: (request: Request) => SentKey | undefined
        }
      | {
          /** What stands in for the key; undefined where it can be no token. */
          token: (request: Request) => string | undefined
        }
    ))
)

/** Every address of the Delivery API that takes a key. */
const routes: readonly Route[] = [
  { path: '/v1/evaluate', method: 'POST', answer: evaluate, unavailable: evaluateUnavailable },
  { path: '/v1/evaluate/bulk', method: 'POST', answer: evaluateBulk, unavailable: evaluateBulkUnavailable },
  { path: '/v1/bundle', method: 'GET', answer: getBundle, unavailable: bundleUnavailable },
  { path: '/v1/stream', method: 'GET', key: streamKeyOf, stream: streamFor },
  {
    path: '/ofrep/v1/evaluate/flags',
    method: 'POST',
    answer: evaluateFlags,
    unavailable: ofrepUnavailable,
    error: ofrepError,
  },
  {
    path: eventStreamPath,
    method: 'GET',
    token: tokenOf,
    stream: eventStreamFor,
    error: ofrepError,
  },
]

const flagRoute: Route = {
  path: '/ofrep/v1/evaluate/flags/{key}',
  method: 'POST',
  answer: evaluateFlag,
  unavailable: ofrepUnavailable,
  error: ofrepFlagError,
}

const listRoute: Route = {
  path: '/v1/lists/{listId}',
  method: 'GET',
  answer: getList,
  unavailable: listUnavailable,
  isLong: true,
}

const byPath = new Map(routes.map((route) => [route.path, route]))

export const findRoute = (path: string): Route | undefined => {
  if (isFlagPath(path)) return flagRoute
  return byPath.get(path) ?? (isListPath(path) ? listRoute : undefined)
}
