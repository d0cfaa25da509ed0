import { type CompiledFlag, compileFlags, type HashList, type LargeList } from '@bunting/engine'
import type { Converted } from './converted.ts'
import { hashListOf } from './lists/hash-list-of.ts'

/** Any salt will do: these lists are evaluated here and never leave the process. */
const salt = 'AAAAAAAAAAAAAAAAAAAAAA'
const sha256 = '0'.repeat(64)

/** Compiles the converted flags of one of Bunting's environments, by key. */
export const compileConverted = (
  { flags, segments }: Pick<Converted, 'flags' | 'segments'>,
  environment: string,
): ReadonlyMap<string, CompiledFlag> => {
  type In<Config> = { readonly environments: Readonly<Record<string, Config>> }
  const there = <Fields, Config, Kept>(
    entries: Readonly<Record<string, Fields & In<Config>>>,
    keep: (entry: Fields, config: Config, key: string) => Kept,
  ) =>
    new Map(
      Object.entries(entries).flatMap(([key, entry]) => {
        const config = entry.environments[environment]
        return config ? [[key, keep(entry, config, key)] as const] : []
      }),
    )
  const lists = new Map<string, HashList>()
  const largeOf = (list: string, ids: readonly string[]): LargeList => {
    const hashes = hashListOf(ids, salt)
    lists.set(list, hashes)
    return { list, version: 1, size: hashes.high.length, salt, sha256 }
  }
  return compileFlags({
    flags: there(flags, ({ type }, config) => ({ type, config: { version: 1, ...config } })),
    segments: there(segments, ({ unit, large }, config, key) => ({
      unit: unit ?? null,
      ...(large ? { large: largeOf(key, config.included) } : { config: { version: 1, ...config } }),
    })),
    findList: ({ list }) => lists.get(list),
  }).flags
}
