import { openReader, type Reader } from './reader.ts'
import type { Asked, Told } from './start-readers.ts'

// A process of its own, with all readers in it.

const batchSize = 200
const readers: Reader[] = []
const revisions: number[] = []
let ended = 0
let awaited: { revision: number; missing: number } | undefined

const tell = (told: Told): void => {
  process.send?.(told)
}
const nowMs = (): number => performance.timeOrigin + performance.now()

const onEvent = (index: number, revision: number): void => {
  const before = revisions[index] ?? 0
  revisions[index] = revision
  if (!awaited || before >= awaited.revision || revision < awaited.revision) return
  awaited.missing -= 1
  if (awaited.missing === 0) tell({ all: revision, atMs: nowMs() })
}

const open = async (port: number, key: string, count: number): Promise<void> => {
  for (let from = 0; from < count; from += batchSize) {
    const indexes = Array.from({ length: Math.min(batchSize, count - from) }, (_, i) => from + i)
    const onClose = () => {
      ended += 1
    }
    const heard = (index: number) => ({ onEvent: (revision: number) => onEvent(index, revision), onClose })
    readers.push(...(await Promise.all(indexes.map((index) => openReader(port, key, heard(index))))))
    tell({ opened: readers.length })
  }
}

process.on('message', async (asked: Asked) => {
  if (asked === 'ended') return tell({ ended })
  if ('open' in asked) return open(asked.port, asked.key, asked.open)
  const missing = revisions.filter((revision) => revision < asked.expect).length
  awaited = { revision: asked.expect, missing }
  tell({ expecting: asked.expect })
})
process.on('disconnect', () => process.exit())
