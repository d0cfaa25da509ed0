import type { ConfigEntry, FlagEntry, SegmentConfigEntry, SegmentEntry } from '../../project-file/project-file.ts'
import type { Findings } from './findings.ts'
import type { Notes } from './notes.ts'
import { spreadByHand } from './spread-by-hand.ts'

/** A flag or a segment in one environment, with what was found out about it. */
type InEnvironment<Config> = {
  config: Config
  /** What stands instead where it is by hand. */
  byHand: Config
  notes: Notes
  /** Others that it names, as `nameOf` has them. */
  needs: ReadonlySet<string>
}
type ConvertedFlag = InEnvironment<ConfigEntry>
type ConvertedSegment = InEnvironment<SegmentConfigEntry>

export const flagName = (key: string): string => `the flag ${key}`
export const segmentName = (key: string): string => `the segment ${key}`

/** All of one environment, by keys of ours. */
export type ConvertedEnvironment = {
  flags: Map<string, ConvertedFlag>
  segments: Map<string, ConvertedSegment>
}

/** Puts what was converted into the project: what is by hand, and all that needs it, as it stands then. */
export const settle = (
  ours: string,
  { flags, segments }: ConvertedEnvironment,
  project: { flags: Readonly<Record<string, FlagEntry>>; segments: Readonly<Record<string, SegmentEntry>> },
  findings: Findings,
): void => {
  const named: [string, Pick<ConvertedFlag, 'notes' | 'needs'>][] = [
    ...Array.from(flags, ([key, flag]): [string, ConvertedFlag] => [flagName(key), flag]),
    ...Array.from(segments, ([key, segment]): [string, ConvertedSegment] => [segmentName(key), segment]),
  ]
  spreadByHand(new Map(named))
  for (const [, { notes }] of named) notes.tell(findings)
  const settled = <Config>({ config, byHand, notes }: InEnvironment<Config>): Config =>
    notes.reasons.length > 0 ? byHand : config
  for (const [key, segment] of segments) {
    const entry = project.segments[key]
    if (entry) entry.environments[ours] = settled(segment)
  }
  for (const [key, flag] of flags) {
    const entry = project.flags[key]
    if (entry) entry.environments[ours] = settled(flag)
  }
}
