import { nearest } from '@bunting/contract'
import { didYouMean, wrongUse } from '../core/failure.ts'
import { own } from '../core/own.ts'
import { namedIn } from '../project-file/order.ts'
import type { Converted } from './converted.ts'

/** `note` tells what is imported although it was not named. */
export type Selected = { converted: Converted; note?: string }

/** Selects the flags that `--only` names, by key or by tag, with the flags and segments that they need. */
export const selectFlags = (converted: Converted, only: string | undefined): Selected => {
  if (only === undefined) return { converted }
  const named = new Set(only.split(',').flatMap((word) => keysFor(converted, word.trim())))
  const [flags, segments] = reached(converted, named)
  const extra = [...flags].filter((key) => !named.has(key))
  const along = [...extra, ...[...segments].map((key) => `the segment ${key}`)]
  const isIn = ({ flagKey, segmentKey }: Converted['findings'][number]) =>
    (flagKey === undefined || flags.has(flagKey)) && (segmentKey === undefined || segments.has(segmentKey))
  return {
    converted: {
      ...converted,
      flags: Object.fromEntries(Object.entries(converted.flags).filter(([key]) => flags.has(key))),
      segments: Object.fromEntries(Object.entries(converted.segments).filter(([key]) => segments.has(key))),
      findings: converted.findings.filter(isIn),
      schedules: (converted.schedules ?? []).filter(({ flagKey }) => flags.has(flagKey)),
    },
    ...(along.length === 0 ? {} : { note: `Needed by these flags, and brought along: ${along.join(', ')}.` }),
  }
}

const keysFor = ({ flags }: Converted, word: string): string[] => {
  if (!word.startsWith('tag:')) {
    if (Object.hasOwn(flags, word)) return [word]
    return wrongUse(`There is no flag "${word}" among them.${didYouMean(nearest(word, Object.keys(flags)))}`)
  }
  const tag = word.slice('tag:'.length)
  const keys = Object.entries(flags).flatMap(([key, { tags }]) => (tags?.includes(tag) ? [key] : []))
  return keys.length > 0 ? keys : wrongUse(`No flag has the tag "${tag}".`)
}

const reached = ({ flags, segments }: Converted, from: ReadonlySet<string>): [Set<string>, Set<string>] => {
  const reachedFlags = new Set(from)
  const reachedSegments = new Set<string>()
  for (const key of reachedFlags) {
    for (const config of Object.values(own(flags, key)?.environments ?? {})) {
      for (const needed of namedIn(config, 'flag')) reachedFlags.add(needed)
      for (const needed of namedIn(config, 'segment')) reachedSegments.add(needed)
    }
  }
  for (const key of reachedSegments) {
    for (const config of Object.values(own(segments, key)?.environments ?? {})) {
      for (const needed of namedIn(config, 'segment')) reachedSegments.add(needed)
    }
  }
  return [reachedFlags, reachedSegments]
}
