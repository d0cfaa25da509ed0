import type {
  Access,
  BodyOf,
  Endpoint,
  ErrorDetail,
  ParamsOf,
  QueryOf,
  ResultOf,
  ServerSentEvent,
} from '@bunting/contract'
import type { Caller } from '../../rules/audit/audit.ts'
import type { Actor, KeyBearer, SessionUser } from '../auth/actor.ts'
import type { Deps } from './deps.ts'
import type { Resources } from './resources.ts'
import type { SentEvents } from './send-events.ts'
import type { SentFile } from './send-file.ts'
import type { Upload } from './upload.ts'

type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never

/** The input of a handler: the checked request, and everything that its path names. */
export type Context<E> = Deps &
  Resources<NamedBy<E>> & {
    params: ParamsOf<E>
    query: Output<QueryOf<E>>
    body: Output<BodyOf<E>>
    /** What is read as it comes, where the endpoint takes that. */
    upload: E extends { upload: readonly string[] } ? Upload : undefined
    caller: Caller
    /** Charges a request for what it costs beyond a usual one; throws if the caller has too little left. */
    charge: (weight: number) => void
    /** The same for the bytes that a change stores. */
    keep: (bytes: number) => void
    /** Adds a header to the response. */
    addHeader: (name: string, value: string) => void
    /** The `Idempotency-Key` header. */
    idempotencyKey: string | undefined
    /** Whether a browser asks not to be tracked, where that is respected. */
    isOptedOut: boolean
    /** The `Last-Event-ID` header. */
    lastEventId: string | undefined
    actor: E extends { projectOfKey: true }
      ? KeyBearer
      : E extends { access: infer Needs extends Access }
        ? ActorFor<Needs>
        : never
  }

/** The parameters of the path, and the project if it comes from the query or the key. */
type NamedBy<E> = E extends { projectOfKey: true } ? ParamsOf<E> & { projectId: string } : ParamsOf<E>

/** The actor of an endpoint, by its access. The operator and the public act in no organization. */
type ActorFor<Needs extends Access> = Needs extends 'operator' | 'public'
  ? undefined
  : Needs extends 'session' | 'readSession' | 'adminSession'
    ? SessionUser
    : Needs extends 'telemetry'
      ? KeyBearer
      : Actor

/** Marks a result as a proposal (202), for endpoints that otherwise make the change at once. */
export const proposed = Symbol('proposed')

/** A result with at least the fields of the endpoint's answer; a `syncWarning` makes it the 207. */
type Result<E> =
  ResultOf<E> extends undefined
    ? Nothing
    : ResultOf<E> extends AsyncIterable<Uint8Array>
      ? SentFile
      : ResultOf<E> extends AsyncIterable<ServerSentEvent>
        ? SentEvents
        : ResultOf<E> & Marks
type Marks = { syncWarning?: string; [proposed]?: true }
type Nothing = Record<string, never>

/** Finds problems of a body beyond its schema, with the resources that the path names. */
type Check<E> = (body: unknown, resources: Resources<NamedBy<E>>) => ErrorDetail[]

export type Handler = {
  endpoint: Endpoint
  run: (context: never) => Promise<object>
  check: ((body: unknown, resources: never) => ErrorDetail[]) | undefined
}

/** Joins an endpoint and the function that answers it. */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: (context: Context<E>) => Promise<Result<E>>,
  check?: Check<E>,
): Handler => ({ endpoint, run: run as Handler['run'], check: check as Handler['check'] })
