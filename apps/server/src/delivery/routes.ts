import type { ApiError, Scope } from '@bunting/contract'
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
import { track, trackUnavailable } from './endpoints/track.ts'
import type { SentKey } from './request/caller.ts'
import { streamKeyOf } from './request/credentials.ts'
import type { Charge } from './request/limits.ts'
import type { Answer, Request } from './response/answer.ts'
import type { StreamContent } from './stream/stream-hub.ts'
import type { Serving } from './usage/serving.ts'

export type Route = {
  /** What the key has to be allowed; to evaluate, unless it is said. */
  scope?: Scope
  /** The path as the metrics name it, without the parts that vary. */
  path: string
  method: 'GET' | 'POST'
  /** Its answers are sent in pieces, which is left to Node. */
  isLong?: boolean
  /** Formats errors, if the route has a format of its own. */
  error?: (error: ApiError, request: Request) => Answer
} & (
  | {
      answer: (serving: Serving, caller: EdgeKey, request: Request, charge: Charge) => Answer | Promise<Answer>
      /** The answer if the edge cannot be read and the key is not cached. */
      unavailable: (request: Request) => Answer
    }
  | ({ stream: (caller: EdgeKey, request: Request) => StreamContent } & (
      | {
          /** The key that opens the stream; undefined if it cannot be a key. */
          key: (request: Request) => SentKey | undefined
        }
      | {
          /** The token that stands for the key; undefined if it cannot be a token. */
          token: (request: Request) => string | undefined
        }
    ))
)

/** Every address of the Delivery API that takes a key. */
const routes: readonly Route[] = [
  { path: '/v1/evaluate', method: 'POST', answer: evaluate, unavailable: evaluateUnavailable },
  { path: '/v1/evaluate/bulk', method: 'POST', answer: evaluateBulk, unavailable: evaluateBulkUnavailable },
  { path: '/v1/track', method: 'POST', scope: 'telemetry', answer: track, unavailable: trackUnavailable },
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
