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
export const named = ({ list, version, hashes }: List) => ({
  unit: null,
  large: {
    list,
    version,
    size: hashes.length,
    salt,
    sha256: createHash('sha256').update(bytesOf(hashes)).digest('hex'),
  },
})

/** The bytes of a list, or of what it has over another one. */
export const listBytes = ({ version, hashes }: List, from?: List): Buffer => {
  const before = new Set(from?.hashes)
  const now = new Set(hashes)
  const added = hashes.filter((hash) => !before.has(hash))
  const removed = (from?.hashes ?? []).filter((hash) => !now.has(hash))
  const head = Buffer.alloc(40)
  head.write('BLST\u0001', 'latin1')
  for (const [at, number] of [from?.version ?? 0, version, added.length, removed.length].entries())
    head.writeBigUInt64BE(BigInt(number), 8 + 8 * at)
  return Buffer.concat([head, bytesOf(added), bytesOf(removed)])
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
