import { type ApiKeyType, type EnvironmentId, limits, type TrackAnswer } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'
import type { CompiledDoorExperiment, Door } from './door.ts'
import type { HashedEvent, HashedExposure, HashedTrack } from './hashed-track.ts'
import { clockOffset, readEvent, readExposure, unitProblem } from './read-tracked.ts'

/** A batch as the caller sent it. */
export type SentTrack = {
  sentAt?: unknown
  sdk?: { type: string; version: string } | undefined
  events: readonly unknown[]
  exposures: readonly unknown[]
}

/** An exposure that a token stands for: a token has one for the flag, and one for each flag that it needs. */
export type TokenExposure = Pick<HashedExposure, 'flagKey' | 'ruleId' | 'variant' | 'unit'>

/** The functions that depend on the secret, on random numbers or on the flags. */
export type TrackTools = {
  hashUnit: (attribute: string, unit: string) => bigint
  hashId: (id: string) => number
  newId: () => number
  /** Returns undefined for a token that this server did not make. */
  readToken: (token: string) => readonly TokenExposure[] | undefined
  evaluate: (flagKey: string, context: EvaluationContext) => { ruleId?: string; variant?: string } | undefined
}

export type TrackSender = {
  environmentId: EnvironmentId
  keyType: ApiKeyType
  nowMs: number
  /** True for a bot, or a browser that asks not to be tracked: its batch is accepted, but its items are only counted. */
  isIgnored: boolean
  /** The reason why the environment accepts no more today, if it does not. */
  full?: string | undefined
}

/** Checks each item by itself, so that a bad one does not cost the others, and replaces all unit ids by hashes. */
export const hashTrack = (
  sent: SentTrack,
  door: Door,
  { full, ...sender }: TrackSender,
  tools: TrackTools,
): { track: HashedTrack; answer: TrackAnswer } => {
  const events: HashedEvent[] = []
  const exposures: HashedExposure[] = []
  const answer: TrackAnswer = { accepted: 0, rejected: [], ignored: { unknownEvent: 0, bot: 0 } }
  const clock = { nowMs: sender.nowMs, offsetMs: clockOffset(sent.sentAt, sender.nowMs) }

  const expose = (experiment: CompiledDoorExperiment, variant: string, unit: string, atMs: number): void => {
    const { flagKey, rule, attribute, split } = experiment
    const isRight = split.variantOf(unit) === variant
    exposures.push({ flagKey, ruleId: rule.id, variant, unit: tools.hashUnit(attribute, unit), atMs, isRight })
  }

  const takeEvent = (item: unknown): string | undefined => {
    const event = readEvent(item, clock)
    if (typeof event === 'string') return event
    const { name, context, value, atMs } = event
    const units = unitsOf(context, door)
    if (typeof units === 'string') return units
    if (full !== undefined) return full
    const id = event.id === undefined ? tools.newId() : tools.hashId(event.id)
    if (sender.isIgnored) {
      events.push({ name, id, atMs, value, units: [] })
      return undefined
    }
    for (const experiment of door.exposedBy(name)) {
      const { ruleId, variant } = tools.evaluate(experiment.flagKey, context) ?? {}
      const unit = experiment.split.unitOf(context)
      if (ruleId === experiment.rule.id && variant !== undefined && unit !== undefined) {
        expose(experiment, variant, unit, atMs)
      }
    }
    const other = otherIdOf(context)
    const hashed = units.map(([attribute, unit]) => [attribute, tools.hashUnit(attribute, unit)] as const)
    const known = other === undefined ? {} : { other: tools.hashUnit('', other) }
    events.push({ name, id, atMs, value, units: hashed, ...known })
    return undefined
  }

  const takeExposure = (item: unknown): string | undefined => {
    const exposure = readExposure(item, clock)
    if (typeof exposure === 'string') return exposure
    if (full !== undefined) return full
    const { atMs } = exposure
    if ('token' in exposure) {
      const stood = tools.readToken(exposure.token)
      if (!stood) return 'token must be one that came with an answer'
      exposures.push(...stood.map((one) => ({ ...one, atMs, isRight: true })))
      return undefined
    }
    const { flagKey, ruleId, variant, context } = exposure
    const experiment = door.byRule(flagKey, ruleId)
    // SDKs learn of a stop a little later than the server does, so this is no error.
    if (experiment?.exposure !== 'evaluation') return undefined
    const unit = experiment.split.unitOf(context)
    const problem = unitProblem(unit, experiment.attribute)
    if (problem === undefined) expose(experiment, variant, unit as string, atMs)
    return problem
  }

  const takeAll = (list: 'events' | 'exposures', take: (item: unknown) => string | undefined): void => {
    for (const [index, item] of sent[list].entries()) {
      const message = take(item)
      if (message !== undefined) answer.rejected.push({ list, index, message })
      else answer.accepted++
    }
  }
  takeAll('events', takeEvent)
  takeAll('exposures', takeExposure)
  if (sender.isIgnored) answer.ignored.bot = answer.accepted
  const { type: sdkType = '', version: sdkVersion = '' } = sent.sdk ?? {}
  return { track: { ...sender, sdkType, sdkVersion, events, exposures }, answer }
}

/** All units of an event: the user, and the values of the attributes that experiments split by. */
const unitsOf = (context: EvaluationContext, { attributes }: Door): [string, string][] | string => {
  const user = context.userId || context.anonymousId
  const units: [string, string][] = user ? [['', user]] : []
  for (const { name, unitOf } of attributes) {
    const unit = unitOf(context)
    if (unit !== undefined) units.push([name, unit])
  }
  const problems = units.map(([attribute, unit]) => unitProblem(unit, attribute))
  const problem = units.length === 0 ? unitProblem(undefined, '') : problems.find((one) => one !== undefined)
  return problem ?? units
}

/** The anonymous id of a signed-in user, who may have been exposed under it before. */
const otherIdOf = ({ userId, anonymousId }: EvaluationContext): string | undefined =>
  userId && anonymousId && anonymousId !== userId && anonymousId.length <= limits.unit ? anonymousId : undefined
