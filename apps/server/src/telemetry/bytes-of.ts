import type { LoggedEvent } from '../store/tables/event-log.ts'

/** The bytes of the fields that have the same length in every event. */
const fixed = 64

/** The bytes of an event stored on its own. The embedded database stores what events have in common once, which is less. */
export const bytesOf = ({ flagKey, flagId, value, ruleId, sdkVersion }: LoggedEvent): number =>
  fixed + size(flagKey) + size(flagId) + size(value) + size(ruleId) + size(sdkVersion)

/** Does not measure short texts, which nearly always are ASCII: measuring would cost more than all else done per event. */
const size = (text: string): number => (text.length < 64 ? text.length : Buffer.byteLength(text))
