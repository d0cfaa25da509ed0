import type { LoggedEvent } from '../store/tables/event-log.ts'

/** The bytes of the fields that have the same length in every event. */
const fixed = 64

/**
 * The bytes of an event when it is stored on its own. The embedded database stores fields of equal events once, so it
 * needs less.
 */
export const bytesOf = ({ flagKey, flagId, value, ruleId, sdkVersion }: LoggedEvent): number =>
  fixed + size(flagKey) + size(flagId) + size(value) + size(ruleId) + size(sdkVersion)

/**
 * Skips measuring short texts, which nearly always are ASCII: measuring costs more than anything else done per event
 * here.
 */
const size = (text: string): number => (text.length < 64 ? text.length : Buffer.byteLength(text))
