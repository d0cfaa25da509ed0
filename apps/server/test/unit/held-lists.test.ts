import { createHash } from 'node:crypto'
import { type LargeList, listHead } from '@bunting/engine'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openHeldLists } from '../../src/delivery/lists/held-lists.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 8)

/** A version of a list of one id, and its bytes. */
const versionOf = (id: string, version: number) => {
  const hash = hashOf(id)
  const sha256 = createHash('sha256').update(hash).digest('hex')
  const named: LargeList = { list: 'list_1', version, size: 1, salt: 'AAAAAAAAAAAAAAAAAAAAAA', sha256 }
  return { named, bytes: Buffer.concat([listHead(0, version, 1, 0), hash]) }
}

test('after a restored backup the version that is wanted is another than the one of its number that is on its way', async () => {
  const before = versionOf('ada', 5)
  const after = versionOf('bob', 5)
  const isRead = Promise.withResolvers<void>()
  const lists = openHeldLists(
    {
      edge: {
        readList: async ({ sha256 }) => {
          const isBefore = sha256 === before.named.sha256
          if (isBefore) await isRead.promise
          return (async function* () {
            yield isBefore ? before.bytes : after.bytes
          })()
        },
      },
      log: pino({ level: 'silent' }),
      copies: undefined,
    },
    1024,
  )
  const whenHere = vi.fn()
  lists.want(before.named, whenHere)
  lists.want(after.named, whenHere)
  isRead.resolve()
  await vi.waitFor(() => expect(lists.find(after.named)).toBeDefined())
  expect(lists.find(before.named)).toBeUndefined()
  lists.close()
})
