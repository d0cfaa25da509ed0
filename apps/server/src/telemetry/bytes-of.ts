import type { LoggedEvent } from '../store/tables/event-log.ts'

/** Of what is the same length in every event. */
const fixed = 64

/** What an event takes when it is written down whole. Where events are alike, and the embedded database keeps that once, it is less. */
export const bytesOf = ({ flagKey, flagId, value, ruleId, sdkVersion }: LoggedEvent): number =>
  fixed + size(flagKey) + size(flagId) + size(value) + size(ruleId) + size(sdkVersion)

/** Nearly every text is short and plain, and measuring costs more than all else that is done with an event here. */
const size = (text: string): number => (text.length < 64 ? text.length : Buffer.byteLength(text))
