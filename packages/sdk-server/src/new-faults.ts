import { isKnownFormat } from '@bunting/engine'
import { FlagsError } from '@bunting/sdk-core'
import type { Head, LiveBundle } from './live-bundle.ts'

/** The changed flags that are malformed and were not reported before. */
export const newFaults = (
  { head, flags, isWaiting }: LiveBundle,
  keys: readonly string[],
  before: Head | undefined,
): FlagsError[] => {
  const { format } = head()
  if (!isKnownFormat(format)) return format === before?.format ? [] : [unknownFormat(format)]
  return keys
    .filter((key) => flags.get(key)?.broken && !isWaiting(key))
    .map((key) => new FlagsError('BAD_ANSWER', `The flag "${key}" cannot be read.`))
}

const unknownFormat = (format: unknown): FlagsError =>
  new FlagsError('BAD_ANSWER', `Bundles of format ${format} need a newer SDK: every flag gives its fallback.`)
