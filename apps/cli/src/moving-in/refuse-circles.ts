import { wrongUse } from '../core/failure.ts'
import { namedIn } from '../project-file/order.ts'
import type { ConfigEntry, SegmentConfigEntry } from '../project-file/project-file.ts'
import type { Converted } from './converted.ts'

type Entries = Readonly<Record<string, { environments: Readonly<Record<string, ConfigEntry | SegmentConfigEntry>> }>>

/** Ends the command if flags or segments need each other in a cycle: none of them could be saved first. */
export const refuseCircles = ({ flags, segments }: Pick<Converted, 'flags' | 'segments'>): void => {
  refuseIn('flag', flags)
  refuseIn('segment', segments)
}

const refuseIn = (kind: 'flag' | 'segment', entries: Entries): void => {
  for (const environment of new Set(Object.values(entries).flatMap(({ environments }) => Object.keys(environments)))) {
    const needsOf = (key: string): string[] => {
      const config = Object.hasOwn(entries, key) ? entries[key]?.environments[environment] : undefined
      return config ? namedIn(config, kind) : []
    }
    const circle = circleIn(Object.keys(entries), needsOf)
    if (!circle) continue
    wrongUse(
      `These ${kind}s need each other in a circle in ${environment}: ${circle.join(' → ')}.`,
      'Take one of them out of it where they come from, and import again.',
    )
  }
}

/** Finds a cycle without recursion, since a chain may be deeper than the stack. */
const circleIn = (keys: readonly string[], needsOf: (key: string) => string[]): string[] | undefined => {
  const done = new Set<string>()
  for (const start of keys) {
    const path = [{ key: start, left: needsOf(start) }]
    const onPath = new Set([start])
    for (let here = path.at(-1); here && !done.has(start); here = path.at(-1)) {
      const next = here.left.pop()
      if (next === undefined) {
        path.pop()
        onPath.delete(here.key)
        done.add(here.key)
      } else if (onPath.has(next)) {
        const names = path.map(({ key }) => key)
        return [...names.slice(names.indexOf(next)), next]
      } else if (!done.has(next)) {
        path.push({ key: next, left: needsOf(next) })
        onPath.add(next)
      }
    }
  }
  return undefined
}
