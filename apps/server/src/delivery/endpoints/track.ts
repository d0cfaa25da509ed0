import { type ErrorDetail, fail, invalid, limits } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import type { SentTrack } from '../../rules/units/hash-track.ts'
import { parseBody } from '../request/read-body.ts'
import type { Answer, Request } from '../response/answer.ts'
import type { Serving } from '../usage/serving.ts'
import { withBundle } from './with-bundle.ts'

/** `POST /v1/track` */
export const track = (serving: Serving, caller: EdgeKey, request: Request): Answer | Promise<Answer> => {
  const { tracker } = serving
  if (!tracker)
    return fail('SERVICE_UNAVAILABLE', 'The analytics service is not configured (BUNTING_ANALYTICS is off).')
  const sent = read(request)
  return withBundle(
    serving,
    caller,
    async (bundle) => ({
      status: 202,
      body: JSON.stringify(await tracker.track(caller, bundle, sent, request.headers)),
    }),
    trackUnavailable,
  )
}

export const trackUnavailable = (): never =>
  fail('SERVICE_UNAVAILABLE', 'Events cannot be taken now. Try again in a moment.')

const read = (request: Request): SentTrack => {
  const { sentAt, sdk, events = [], exposures = [] } = parseBody(request.body) as Record<string, unknown>
  const problems = [
    ...listProblems('events', events),
    ...listProblems('exposures', exposures),
    ...sdkProblems(sdk),
    ...(sentAt === undefined || typeof sentAt === 'string' || typeof sentAt === 'number'
      ? []
      : [{ path: 'sentAt', message: 'must be a time' }]),
  ]
  if (problems.length > 0) invalid('The body is not as described.', problems)
  const sent = { sentAt, sdk, events, exposures } as SentTrack
  const count = sent.events.length + sent.exposures.length
  if (count === 0) invalid('The body is not as described.', [{ path: '', message: 'must have events or exposures' }])
  if (count > limits.events) {
    const message = `must have at most ${limits.events.toLocaleString('en')} events and exposures together`
    invalid('The body is not as described.', [{ path: '', message }])
  }
  return sent
}

const listProblems = (path: string, list: unknown): ErrorDetail[] =>
  Array.isArray(list) ? [] : [{ path, message: 'must be an array' }]

const maxSdk = 64

const sdkProblems = (sdk: unknown): ErrorDetail[] => {
  if (sdk === undefined) return []
  const { type, version } = Object(sdk)
  const isName = (text: unknown): boolean => typeof text === 'string' && text.length <= maxSdk
  return isName(type) && isName(version) ? [] : [{ path: 'sdk', message: 'must have a type and a version' }]
}
