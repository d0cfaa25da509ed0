import { createHash } from 'node:crypto'
import type { Delivery } from './delivery.ts'
import type { Reply } from './reply.ts'

const salt = 'ER4rOEVSX2x5hpOgrbrH1A'

/** The first 64 bits of SHA-256 over the list's salt and the unit, in hexadecimal. */
const hashOf = (unit: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'base64url')).update(unit).digest('hex').slice(0, 16)

/** A version of a list, its hashes in hexadecimal and in order. */
export type List = { list: string; version: number; hashes: readonly string[] }

export const listOf = (version: number, units: readonly string[], list = 'list_1'): List => ({
  list,
  version,
  hashes: units.map(hashOf).sort(),
})

const bytesOf = (hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex')

/** What a bundle says of it. */
export const named = ({ list, version, hashes }: List) => namedAs(list, version, bytesOf(hashes))

/** What a bundle says of a list whose hashes are these bytes. */
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

/** The hashes of some units among many others, evenly spread, as bytes: as texts they would take many times as much. */
export const manyHashes = (others: number, units: readonly string[]): Buffer => {
  const step = 2n ** 64n / BigInt(others)
  const hashes = new BigUint64Array(others + units.length)
  for (let at = 0; at < others; at++) hashes[at] = BigInt(at) * step
  for (const [at, unit] of units.entries()) hashes[others + at] = BigInt(`0x${hashOf(unit)}`)
  const bytes = Buffer.alloc(hashes.byteLength)
  for (const [at, hash] of hashes.sort().entries()) bytes.writeBigUInt64BE(hash, 8 * at)
  return bytes
}

/** The bytes of a list, or of what it has over another one. */
export const listBytes = ({ version, hashes }: List, from?: List): Buffer => {
  const before = new Set(from?.hashes)
  const now = new Set(hashes)
  const added = hashes.filter((hash) => !before.has(hash))
  const removed = (from?.hashes ?? []).filter((hash) => !now.has(hash))
  return packList(from?.version ?? 0, version, bytesOf(added), bytesOf(removed))
}

/** What `GET /v1/lists/{id}` answers with: the hashes that are added to a version, and those that are removed. */
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

/** Has a Delivery answer with these versions from now on, as the service would: by what changed, where it knows from what. */
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
