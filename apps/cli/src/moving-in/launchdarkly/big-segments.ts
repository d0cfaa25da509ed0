import { nearest } from '@bunting/contract'
import { didYouMean, wrongUse } from '../../core/failure.ts'
import type { Snapshot } from '../converted.ts'
import { userKind } from './attributes.ts'

type Segment = { unbounded?: boolean; unboundedContextKind?: string } & Record<string, unknown>
type Environment = { segments?: Record<string, Segment> } & Record<string, unknown>

/** `[environment/]segment=file` */
const form = '--ids [<environment>/]<big segment>=<file>'

/**
 * Puts the ids of big segments into a snapshot, which SDKs are not told: each `--ids` names a file that the service
 * exported, for all environments or for one. Such a segment then is one with a long list.
 */
export const withBigSegments = async (
  snapshot: Snapshot,
  said: readonly string[],
  readIds: (file: string) => Promise<string[]>,
): Promise<Snapshot> => {
  const before = snapshot.environments as Record<string, Environment>
  const environments = { ...before }
  // A file for one environment counts more than one for all.
  for (const text of said.toSorted((one, other) => Number(one.includes('/')) - Number(other.includes('/')))) {
    const [place, file] = pairIn(text)
    const [only, segmentKey] = place.includes('/') ? splitAt(place, '/') : [undefined, place]
    const named = Object.entries(before).filter(([name]) => only === undefined || name === only)
    const found = named.filter(([, { segments }]) => segments?.[segmentKey]?.unbounded)
    if (found.length === 0) unknownSegment(segmentKey, named)
    const ids = await readIds(file)
    for (const [name] of found) environments[name] = withIds(environments[name] as Environment, segmentKey, ids)
  }
  return { ...snapshot, environments }
}

const withIds = (environment: Environment, segmentKey: string, ids: readonly string[]): Environment => {
  const segment = environment.segments?.[segmentKey] as Segment
  const { unboundedContextKind: kind = userKind } = segment
  const list = kind === userKind ? { included: ids } : { includedContexts: [{ contextKind: kind, values: ids }] }
  return {
    ...environment,
    segments: { ...environment.segments, [segmentKey]: { ...segment, ...list, unbounded: false } },
  }
}

const unknownSegment = (segmentKey: string, named: readonly [string, Environment][]): never => {
  const big = named.flatMap(([, { segments = {} }]) => Object.keys(segments).filter((key) => segments[key]?.unbounded))
  const known = [...new Set(big)]
  return wrongUse(
    `There is no big segment "${segmentKey}".${didYouMean(nearest(segmentKey, known))}`,
    known.length === 0 ? form : `There are: ${known.join(', ')}.`,
  )
}

const pairIn = (text: string): [string, string] => {
  const [place, file] = splitAt(text, '=')
  return place !== '' && file !== '' ? [place, file] : wrongUse(`"${text}" is no pair.`, form)
}

const splitAt = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
