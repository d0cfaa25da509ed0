import type { FindList, HashList } from '../../src/index.ts'

/** A version of a list, its hashes in hexadecimal and in order. */
export type NamedList = { list: string; version: number; hashes: readonly string[] }

export const hashListOf = (hashes: readonly string[]): HashList => ({
  high: Uint32Array.from(hashes, (hash) => Number.parseInt(hash.slice(0, 8), 16)),
  low: Uint32Array.from(hashes, (hash) => Number.parseInt(hash.slice(8), 16)),
})

/** The lists that are there. */
export const openLists = (first: readonly NamedList[]) => {
  const known = new Map<string, HashList>()
  const add = (lists: readonly NamedList[]): void => {
    for (const { list, version, hashes } of lists) known.set(`${list} ${version}`, hashListOf(hashes))
  }
  const find: FindList = ({ list, version }) => known.get(`${list} ${version}`)
  add(first)
  return { add, find }
}
