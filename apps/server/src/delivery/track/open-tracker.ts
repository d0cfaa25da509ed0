import { type ApiKeyType, type EnvironmentId, fail, invalid, type TrackAnswer } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'
import { isbot } from 'isbot'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { repeat } from '../../base/repeat.ts'
import type { Edge, EdgeKey } from '../../edge/edge.ts'
import { hashTrack, type SentTrack, type TokenExposure } from '../../rules/units/hash-track.ts'
import type { HashedExposure } from '../../rules/units/hashed-track.ts'
import { unitProblem } from '../../rules/units/read-tracked.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import { doorOf } from './door-of.ts'
import { openUnitHashes } from './unit-hashes.ts'

const flushMs = 1_000
const maxWaiting = 20_000
const inBatch = 1_000
const maxExposed = 50_000

type From = { userAgent: string | undefined; isOptedOut: boolean; idempotencyKey: string | undefined }
type Waiting = { environmentId: EnvironmentId; keyType: ApiKeyType; exposures: HashedExposure[] }

export type Tracker = {
  track(caller: EdgeKey, bundle: CompiledBundle, sent: SentTrack, from: From): Promise<TrackAnswer>
  /** Notes to what an answer exposes, for callers that do not tell of it. */
  expose(caller: EdgeKey, bundle: CompiledBundle, flagKey: string, context: EvaluationContext): void
  /** A token for each of the flags that exposes to something. */
  tokens(
    caller: EdgeKey,
    bundle: CompiledBundle,
    flagKeys: Iterable<string>,
    context: EvaluationContext,
  ): Promise<Record<string, string>>
  flush(): Promise<unknown>
  close(): Promise<void>
}

/** Checks what units did and hashes who they were, before anything leaves this process. */
export const openTracker = ({ edge, log }: { edge: Edge; log: Logger }): Tracker => {
  const hashesOf = openUnitHashes(edge)
  const exposed = new Set<string>()
  const waiting = new Map<string, Waiting>()
  let count = 0
  const outage = outageOf(log, {
    failing: 'exposures are not taken now; they are kept and tried again',
    again: 'exposures are taken again',
  })

  const exposuresOf = async (
    { environmentId }: EdgeKey,
    bundle: CompiledBundle,
    flagKey: string,
    context: EvaluationContext,
  ): Promise<TokenExposure[]> => {
    const { door, exposuresOf } = doorOf(bundle)
    const found = exposuresOf(flagKey, context).flatMap(({ ruleId, variant, flagKey: key }) => {
      const experiment = door.byRule(key, ruleId)
      const unit = experiment?.split.unitOf(context)
      const isUnit = experiment && unitProblem(unit, experiment.attribute) === undefined
      return isUnit ? [{ flagKey: key, ruleId, variant, attribute: experiment.attribute, text: unit as string }] : []
    })
    if (found.length === 0) return []
    const { hashUnit } = await hashesOf(environmentId)
    return found.map(({ attribute, text, ...one }) => ({ ...one, unit: hashUnit(attribute, text) }))
  }

  const note = ({ environmentId, type }: EdgeKey, exposures: readonly TokenExposure[]): void => {
    const key = `${environmentId} ${type}`
    const found = waiting.get(key) ?? { environmentId, keyType: type, exposures: [] }
    waiting.set(key, found)
    for (const one of exposures) {
      const name = `${environmentId} ${one.flagKey} ${one.ruleId} ${one.unit}`
      // Who is told again counts once in any case.
      if (exposed.has(name) || count >= maxWaiting) continue
      if (exposed.size >= maxExposed) exposed.clear()
      exposed.add(name)
      found.exposures.push({ ...one, atMs: Date.now(), isRight: true })
      count++
    }
  }

  const send = async (): Promise<void> => {
    for (const [key, { environmentId, keyType, exposures }] of waiting) {
      const some = exposures.slice(0, inBatch)
      const sender = { environmentId, keyType, nowMs: Date.now(), isIgnored: false, sdkType: 'edge', sdkVersion: '' }
      const answer = { accepted: some.length, rejected: [], ignored: { unknownEvent: 0, bot: 0 } }
      if (some.length > 0) await edge.track({ track: { ...sender, events: [], exposures: some }, answer })
      exposures.splice(0, some.length)
      count -= some.length
      if (exposures.length === 0) waiting.delete(key)
    }
  }
  const flush = async (): Promise<void> => {
    do await outage.watch(send)
    while (waiting.size > 0 && count >= inBatch)
  }
  const stop = repeat(flushMs, flush)

  return {
    track: async (caller, bundle, sent, { userAgent, isOptedOut, idempotencyKey }) => {
      const { environmentId, type: keyType, id } = caller
      const { door } = doorOf(bundle)
      // Before anything is waited for: a bundle is what it is only now.
      const evaluate = (flagKey: string, context: EvaluationContext) => {
        const { ruleId, variant } = bundle.flags.get(flagKey)?.evaluate(context).result ?? {}
        return { ...(ruleId !== undefined && { ruleId }), ...(variant !== undefined && { variant }) }
      }
      const hashes = await hashesOf(environmentId)
      const isIgnored = isOptedOut || (keyType === 'client' && isbot(userAgent))
      const sender = { environmentId, keyType, nowMs: Date.now(), isIgnored }
      const { track, answer } = hashTrack(sent, door, sender, { ...hashes, evaluate })
      if (answer.accepted === 0) refuse(answer)
      const named = idempotencyKey === undefined ? undefined : { scope: `track ${id}`, key: keyOf(idempotencyKey) }
      const told = await edge.track({ track, answer, named })
      return told.accepted === 0 ? refuse(told) : told
    },
    expose: (caller, bundle, flagKey, context) => {
      if (!doorOf(bundle).isOpen) return
      exposuresOf(caller, bundle, flagKey, context).then(
        (exposures) => note(caller, exposures),
        (error: unknown) => outage.failed(error),
      )
    },
    tokens: async (caller, bundle, flagKeys, context) => {
      if (!doorOf(bundle).isOpen) return {}
      // All of them now, and hashed together later: a bundle is what it is only now.
      const asked = [...flagKeys].map(async (key) => [key, await exposuresOf(caller, bundle, key, context)] as const)
      const exposing = (await Promise.all(asked)).filter(([, exposures]) => exposures.length > 0)
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

const refuse = ({ rejected }: TrackAnswer): never =>
  invalid(
    'None of the events and exposures can be taken.',
    rejected.map(({ list, index, message }) => ({ path: `${list}[${index}]`, message })),
  )

const keyOf = (key: string): string => {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'must be 1 to 255 printable characters without spaces'
  return fail('VALIDATION_ERROR', 'A header is not as described.', [{ path: 'Idempotency-Key', message }])
}
