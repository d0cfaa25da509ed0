import type { LoggedEvent } from '../store/event-log.ts'

/** Of what is the same length in every event. */
const fixed = 64

/** What an event takes when it is written down whole. Where events are alike, and the embedded database keeps that once, it is less. */
export const bytesOf = ({ flagKey, flagId, value, ruleId, sdkVersion }: LoggedEvent): number =>
  fixed + size(flagKey) + size(flagId) + size(value) + size(ruleId) + size(sdkVersion)

const size = (text: string): number => Buffer.byteLength(text)
