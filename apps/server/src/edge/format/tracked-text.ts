import { idPrefixes, limits } from '@bunting/contract'
import { isId, isObject, parseJson } from '../../base/json.ts'
import type { HashedEvent, HashedExposure } from '../../rules/units/hashed-track.ts'
import type { TrackedBatch } from '../edge.ts'

const oldestMs = 30 * 24 * 60 * 60 * 1_000
const aheadMs = 10 * 60 * 1_000
const maxUnits = 100

/** The batch as JSON, with units as hexadecimal text. */
export const trackedText = (batch: TrackedBatch): string =>
  JSON.stringify(batch, (_, value) => (typeof value === 'bigint' ? value.toString(16) : value))

/** Parses a batch and drops items that no Delivery could have sent. Returns a message if the whole batch is invalid. */
export const trackedIn = (text: string, nowMs: number = Date.now()): TrackedBatch | string => {
  const batch = parseJson(text)
  if (!isObject(batch) || !isObject(batch.track) || !isObject(batch.answer))
    return 'it is not a batch of tracked events'
  const { environmentId, keyType, events, exposures, nowMs: atMs, isIgnored, sdkType, sdkVersion } = batch.track
  if (!isId(environmentId, idPrefixes.environment)) return 'its environment is not one'
  if (!Array.isArray(events) || !Array.isArray(exposures)) return 'it is not a batch of tracked events'
  if (keyType !== 'server' && keyType !== 'client') return 'its kind of key is not one'
  if (!isTime(atMs, nowMs)) return 'its time is over 30 days old or over 10 minutes ahead: are the clocks right?'
  if (!isText(sdkType, limits.eventText) || !isText(sdkVersion, limits.eventText)) return 'its SDK is not one'
  const track = {
    ...{ environmentId, keyType, nowMs: atMs, isIgnored: isIgnored === true, sdkType, sdkVersion },
    // The times of items are not checked: they may be 30 days old on arrival, and the batch may wait as long.
    events: events.slice(0, limits.events).flatMap(eventIn),
    exposures: exposures.slice(0, limits.events).flatMap(exposureIn),
  } as TrackedBatch['track']
  const { named } = batch
  const isNamed = isObject(named) && isText(named.scope, limits.eventText) && isText(named.key, limits.eventText)
  return {
    track,
    answer: batch.answer as TrackedBatch['answer'],
    ...(isNamed && { named: named as TrackedBatch['named'] }),
  }
}

const eventIn = (event: unknown): HashedEvent[] => {
  if (!isObject(event)) return []
  const { name, id, atMs, value, units, other } = event
  const isGood =
    isText(name, limits.eventText) &&
    Number.isSafeInteger(id) &&
    Number.isSafeInteger(atMs) &&
    (value === null || Number.isFinite(value)) &&
    Array.isArray(units)
  if (!isGood) return []
  const known = units.slice(0, maxUnits).flatMap((one): HashedEvent['units'] => {
    const unit = Array.isArray(one) ? unitIn(one[1]) : undefined
    return unit !== undefined && isText(one[0], limits.eventText) ? [[one[0], unit]] : []
  })
  const otherUnit = unitIn(other)
  return [
    { name, id, atMs, value, units: known, ...(otherUnit === undefined ? {} : { other: otherUnit }) } as HashedEvent,
  ]
}

const exposureIn = (exposure: unknown): HashedExposure[] => {
  if (!isObject(exposure)) return []
  const { flagKey, ruleId, variant, atMs, isRight } = exposure
  const unit = unitIn(exposure.unit)
  const texts = [flagKey, ruleId, variant].every((text) => isText(text, limits.eventText))
  if (!texts || unit === undefined || !Number.isSafeInteger(atMs)) return []
  return [{ flagKey, ruleId, variant, unit, atMs, isRight: isRight === true } as HashedExposure]
}

/** Parses the signed hexadecimal text of 64 bits that `toString(16)` writes. */
const unitIn = (hex: unknown): bigint | undefined => {
  if (typeof hex !== 'string' || !/^-?[0-9a-f]{1,16}$/.test(hex)) return undefined
  const unit = hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`)
  return BigInt.asIntN(64, unit) === unit ? unit : undefined
}

const isTime = (atMs: unknown, nowMs: number): boolean =>
  Number.isSafeInteger(atMs) && (atMs as number) >= nowMs - oldestMs && (atMs as number) <= nowMs + aheadMs

/** Tells whether both databases can store the text. */
const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length <= max && !value.includes('\0') && value.isWellFormed()
