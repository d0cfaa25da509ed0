import { type CompiledFlag, compileFlags } from '@bunting/engine'
import type { Converted } from './converted.ts'

/** Compiles the converted flags of one of Bunting's environments, by key. */
export const compileConverted = (
  { flags, segments }: Pick<Converted, 'flags' | 'segments'>,
  environment: string,
): ReadonlyMap<string, CompiledFlag> => {
  const there = <Entry extends { environments: Readonly<Record<string, object>> }, Kept>(
    entries: Readonly<Record<string, Entry>>,
    keep: (entry: Entry, config: object) => Kept,
  ) =>
    new Map(
      Object.entries(entries).flatMap(([key, entry]) => {
        const config = entry.environments[environment]
        return config ? [[key, keep(entry, { version: 1, ...config })] as const] : []
      }),
    )
  return compileFlags({
    flags: there(flags, ({ type }, config) => ({ type, config })),
    segments: there(segments, ({ unit }, config) => ({ unit: unit ?? null, config })),
  }).flags
}
