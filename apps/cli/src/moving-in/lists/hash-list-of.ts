import { type HashList, makeHashList, unitHasher } from '@bunting/engine'

/** The list of ids as SDKs would hold it. */
export const hashListOf = (ids: readonly string[], salt: string): HashList => {
  const hash = unitHasher(salt)
  const hashes = new BigUint64Array(ids.length)
  for (const [at, id] of ids.entries()) {
    const { high, low } = hash(id)
    hashes[at] = (BigInt(high) << 32n) | BigInt(low)
  }
  const sorted = hashes.sort().filter((one, at) => one !== hashes[at - 1])
  const list = makeHashList(sorted.length)
  for (const [at, one] of sorted.entries()) {
    list.high[at] = Number(one >> 32n)
    list.low[at] = Number(one & 0xffff_ffffn)
  }
  return list
}
