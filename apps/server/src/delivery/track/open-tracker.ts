import { type EnvironmentId, fail, invalid, type TrackAnswer } from '@bunting/contract'
import { type EvaluationContext, type EvaluationId, nextEvaluation } from '@bunting/engine'
import { isbot } from 'isbot'
import { outageOf } from '../../base/outage.ts'
import { repeat } from '../../base/repeat.ts'
import type { EdgeKey } from '../../edge/edge.ts'
import type { Door } from '../../rules/units/door.ts'
import { hashTrack, type SentTrack, type TokenExposure } from '../../rules/units/hash-track.ts'
import { unitProblem } from '../../rules/units/read-tracked.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { DeliveryDeps } from '../deps.ts'
import type { Request } from '../response/answer.ts'
import { doorOf } from './door-of.ts'
import { openUnitHashes } from './unit-hashes.ts'
import { openWaitingExposures } from './waiting-exposures.ts'

const flushMs = 1_000

type Headers = Request['headers']

export type Tracker = {
  track(caller: EdgeKey, bundle: CompiledBundle, sent: SentTrack, headers: Headers): Promise<TrackAnswer>
  /** Notes to which variants an answer exposes its unit, for callers that do not report exposures themselves. */
  expose(caller: EdgeKey, bundle: CompiledBundle, flagKey: string, context: EvaluationContext, headers: Headers): void
  /** A token for each of the flags whose answer exposes. */
  tokens(
    caller: EdgeKey,
    bundle: CompiledBundle,
    flagKeys: Iterable<string>,
    context: EvaluationContext,
  ): Promise<Record<string, string>>
  flush(): Promise<unknown>
  close(): Promise<void>
}

/** Checks events and exposures and hashes their units, before anything leaves this process. */
export const openTracker = ({ edge, log, settings: { respectGpc } }: DeliveryDeps): Tracker => {
  const hashesOf = openUnitHashes(edge)
  const waiting = openWaitingExposures(edge)
  const outage = outageOf(log, {
    failing: 'exposures are not taken now; they are kept and tried again',
    again: 'exposures are taken again',
  })

  /** Includes attributes of experiments that were stopped since: events of units that wait still count. */
  const attributesOf = openAttributes()

  const exposuresOf = async (
    { environmentId }: EdgeKey,
    bundle: CompiledBundle,
    flagKey: string,
    context: EvaluationContext,
    evaluation: EvaluationId = nextEvaluation(),
  ): Promise<TokenExposure[]> => {
    const { door, exposuresOf } = doorOf(bundle)
    const found = exposuresOf(flagKey, context, evaluation).flatMap(({ ruleId, variant, flagKey: key }) => {
      const experiment = door.byRule(key, ruleId)
      const unit = experiment?.split.unitOf(context)
      const isUnit = experiment && unitProblem(unit, experiment.attribute) === undefined
      return isUnit ? [{ flagKey: key, ruleId, variant, attribute: experiment.attribute, text: unit as string }] : []
    })
    if (found.length === 0) return []
    const { hashUnit } = await hashesOf(environmentId)
    return found.map(({ attribute, text, ...one }) => ({ ...one, unit: hashUnit(attribute, text) }))
  }

  /** Tells whether items of a request are only counted: it is a bot's, or of a browser that asks not to be tracked. */
  const isIgnored = ({ type }: EdgeKey, headers: Headers): boolean =>
    (respectGpc && headers['sec-gpc'] === '1') || (type === 'client' && isbot(textOf(headers['user-agent'])))

  const flush = (): Promise<boolean> => outage.watch(waiting.send)
  const stop = repeat(flushMs, flush)

  return {
    track: async (caller, bundle, sent, headers) => {
      const { environmentId, type: keyType, id } = caller
      const { door } = doorOf(bundle)
      const attributes = attributesOf(environmentId, door)
      // Uses the bundle before the first await, since it changes in place.
      const evaluate = (flagKey: string, context: EvaluationContext) => {
        const { ruleId, variant } = bundle.flags.get(flagKey)?.evaluate(context).result ?? {}
        return { ...(ruleId !== undefined && { ruleId }), ...(variant !== undefined && { variant }) }
      }
      const hashes = await hashesOf(environmentId)
      const sender = { environmentId, keyType, nowMs: Date.now(), isIgnored: isIgnored(caller, headers) }
      const { track, answer } = hashTrack(sent, { ...door, attributes }, sender, { ...hashes, evaluate })
      if (answer.accepted === 0) refuse(answer)
      const idempotencyKey = textOf(headers['idempotency-key'])
      const named = idempotencyKey === undefined ? undefined : { scope: `track ${id}`, key: keyOf(idempotencyKey) }
      const told = await edge.track({ track, answer, named })
      return told.accepted === 0 ? refuse(told) : told
    },
    expose: (caller, bundle, flagKey, context, headers) => {
      if (!doorOf(bundle).isOpen) return
      exposuresOf(caller, bundle, flagKey, context).then(
        (exposures) => {
          const { environmentId, type: keyType } = caller
          waiting.add({ environmentId, keyType, isIgnored: isIgnored(caller, headers) }, exposures)
        },
        (error: unknown) => outage.failed(error),
      )
    },
    tokens: async (caller, bundle, flagKeys, context) => {
      if (!doorOf(bundle).isOpen) return {}
      // Evaluates all flags before the first await, since the bundle changes in place.
      const evaluation = nextEvaluation()
      const expose = async (key: string) => [key, await exposuresOf(caller, bundle, key, context, evaluation)] as const
      const exposing = (await Promise.all(Array.from(flagKeys, expose))).filter(([, exposures]) => exposures.length > 0)
      if (exposing.length === 0) return {}
      const { token } = await hashesOf(caller.environmentId)
      return Object.fromEntries(exposing.map(([key, exposures]) => [key, token(exposures)]))
    },
    flush,
    close: async () => {
      await stop()
      await flush()
    },
  }
}

const maxEnvironments = 1_000

const openAttributes = () => {
  const known = new Map<EnvironmentId, Map<string, Door['attributes'][number]>>()
  return (environmentId: EnvironmentId, { attributes }: Door): Door['attributes'] => {
    const before = known.get(environmentId)
    if (!before && attributes.length === 0) return attributes
    if (known.size >= maxEnvironments) known.clear()
    const all = before ?? new Map<string, Door['attributes'][number]>()
    for (const one of attributes) all.set(one.name, one)
    known.set(environmentId, all)
    return [...all.values()]
  }
}

const refuse = ({ rejected }: TrackAnswer): never =>
  invalid(
    'None of the events and exposures can be taken.',
    rejected.map(({ list, index, message }) => ({ path: `${list}[${index}]`, message })),
  )

const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

const keyOf = (key: string): string => {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'must be 1 to 255 printable characters without spaces'
  return fail('VALIDATION_ERROR', 'A header is not as described.', [{ path: 'Idempotency-Key', message }])
}
