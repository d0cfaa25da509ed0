import { expect, vi } from 'vitest'
import { send } from './send.ts'

export type Question = {
  flagKey: unknown
  type?: unknown
  context?: unknown
  fallback?: unknown
  hostile?: string
  /** If false, the evaluation reports no exposure. */
  exposure?: boolean
  contexts?: object
}

export type Tracked = { name?: unknown; context?: unknown; value?: unknown; hostile?: string; times?: number }

export type Answer = {
  value: unknown
  reason: string
  variant?: string
  ruleId?: string
  prerequisite?: string
  errorCode?: string
  flagMetadata?: Record<string, unknown>
  stages?: string[]
  mergedContext?: Record<string, unknown>
}

export type Told = { n: number; type: string; revision?: number; keys?: string[]; code?: string; message?: string }

export type ClientOptions = {
  url?: string
  key?: string
  bootstrap?: object
  cacheFile?: string
  telemetry?: { url: string; flushMs?: number }
  /** Scales all waits of the SDK; 1 unless the scenario tests a wait. */
  timing?: number
  api?: 'native' | 'openfeature'
}

export type Client = Awaited<ReturnType<typeof openClient>>

/** Opens flags in the process of a test service. */
export const openClient = async (service: string, options: ClientOptions) => {
  const { id } = await send<{ id: string }>(service, 'POST', '/clients', options)
  const at = `/clients/${id}`
  let isClosed = false
  const post = <Result>(verb: string, body: object = {}) => send<Result>(service, 'POST', `${at}/${verb}`, body)
  const evaluate = (flagKey: unknown, fallback: unknown, more: Partial<Question> = {}) =>
    post<Answer>('evaluate', { flagKey, fallback, type: typeOf(fallback), context: {}, ...more })
  const events = async (type?: string): Promise<Told[]> => {
    const { events } = await send<{ events: Told[] }>(service, 'GET', `${at}/events?after=0`)
    return type === undefined ? events : events.filter((event) => event.type === type)
  }
  const errors = async () => (await events('error')).map(({ code }) => code)
  const state = () =>
    send<{ status: string; revision?: number; providerStatus?: string }>(service, 'GET', `${at}/state`)
  return {
    id,
    evaluate,
    events,
    state,
    evaluateMany: async (cases: Question[]) => (await post<{ results: Answer[] }>('evaluate-many', { cases })).results,
    all: async (context = {}, clientSafe = false) =>
      (await post<{ flags: Record<string, Answer> }>('all', { context, clientSafe })).flags,
    ready: async (timeoutMs = 60_000) => (await post<{ ready: boolean }>('ready', { timeoutMs })).ready,
    track: (tracked: Tracked) => post('track', tracked),
    flush: () => post('flush'),
    stress: (asked: object) => post<{ evaluations: number }>('stress', asked),
    close: async () => {
      isClosed = true
      return (await send<{ ms: number }>(service, 'DELETE', at)).ms
    },
    isClosed: () => isClosed,
    errors,
    /** Waits until the flag evaluates to this value. */
    answers: (flagKey: string, value: unknown, more: Partial<Question> = {}) =>
      vi.waitFor(async () => expect(await evaluate(flagKey, otherThan(value), more)).toMatchObject({ value })),
    /** Waits until exactly these errors were reported. */
    toldErrors: (...codes: string[]) => vi.waitFor(async () => expect(await errors()).toEqual(codes)),
    has: (status: string) => vi.waitFor(async () => expect((await state()).status).toBe(status)),
    tells: (event: Partial<Told>) =>
      vi.waitFor(async () => expect(await events()).toContainEqual(expect.objectContaining(event))),
  }
}

const typeOf = (value: unknown): string => (typeof value === 'object' && value !== null ? 'json' : typeof value)

const otherThan = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  return typeof value === 'string' ? `not ${value}` : {}
}
