import { createHash } from 'node:crypto'
import type { Delivery } from './delivery.ts'
import type { Reply } from './reply.ts'

const salt = 'ER4rOEVSX2x5hpOgrbrH1A'

/** The first 64 bits of the SHA-256 of the list's salt and the unit, in hexadecimal. */
const hashOf = (unit: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'base64url')).update(unit).digest('hex').slice(0, 16)

/** A version of a list, with its sorted hashes in hexadecimal. */
export type List = { list: string; version: number; hashes: readonly string[] }

export const listOf = (version: number, units: readonly string[], list = 'list_1'): List => ({
  list,
  version,
  hashes: units.map(hashOf).sort(),
})

const bytesOf = (hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex')

/** A list in the form of a bundle, which names its version. */
export const named = ({ list, version, hashes }: List) => namedAs(list, version, bytesOf(hashes))

/** The same for a list whose hashes are these bytes. */
export const namedAs = (list: string, version: number, bytes: Buffer) => ({
  unit: null,
  large: {
    list,
    version,
    size: bytes.length / 8,
    salt,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  },
})

/** The hashes of some units among many others, evenly spread. They are bytes, since texts would take many times the memory. */
export const manyHashes = (others: number, units: readonly string[]): Buffer => {
  const step = 2n ** 64n / BigInt(others)
  const hashes = new BigUint64Array(others + units.length)
  for (let at = 0; at < others; at++) hashes[at] = BigInt(at) * step
  for (const [at, unit] of units.entries()) hashes[others + at] = BigInt(`0x${hashOf(unit)}`)
  const bytes = Buffer.alloc(hashes.byteLength)
  for (const [at, hash] of hashes.sort().entries()) bytes.writeBigUInt64BE(hash, 8 * at)
  return bytes
}

/** The bytes of a list, or of the changes since another version. */
export const listBytes = ({ version, hashes }: List, from?: List): Buffer => {
  const before = new Set(from?.hashes)
  const now = new Set(hashes)
  const added = hashes.filter((hash) => !before.has(hash))
  const removed = (from?.hashes ?? []).filter((hash) => !now.has(hash))
  return packList(from?.version ?? 0, version, bytesOf(added), bytesOf(removed))
}

/** The body of `GET /v1/lists/{id}`: the hashes that are added to a version, and those that are removed. */
export const packList = (from: number, to: number, added: Buffer, removed: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(40)
  head.write('BLST\u0001', 'latin1')
  for (const [at, number] of [from, to, added.length / 8, removed.length / 8].entries())
    head.writeBigUInt64BE(BigInt(number), 8 + 8 * at)
  return Buffer.concat([head, added, removed])
}

export const listPath = (list = 'list_1'): string => `/v1/lists/${list}`

export const answerList = (reply: Reply, bytes: Buffer): void =>
  reply.answer(200, { 'content-type': 'application/octet-stream' }, bytes)

/** Serves these versions like the service: only the changes, if it has the version that the client knows. */
export const serveLists = (delivery: Delivery, lists: readonly List[]): void => {
  for (const id of new Set(lists.map(({ list }) => list))) {
    delivery.on(listPath(id), ({ query }, reply) => {
      const find = (name: string) =>
        lists.find(({ list, version }) => list === id && version === Number(query.get(name)))
      const wanted = find('version')
      if (!wanted) return reply.answer(404)
      answerList(reply, listBytes(wanted, find('from')))
    })
  }
}
