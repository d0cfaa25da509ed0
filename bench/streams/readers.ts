import { setPriority } from 'node:os'
import { retryMs } from '@bunting/sdk-core'
import { openReader, type Reader } from './reader.ts'
import type { Asked, Opened, Told } from './start-readers.ts'

// A process of its own, with many readers in it. Elsewhere they would have machines of their own: here they stand back.
setPriority(19)

/** So many at a time wait to be answered. */
const atOnce = 100
/** As the SDKs have it. */
const maxDelayMs = 1_500

type State = { reader: Reader; isOpen: boolean; revision: number; failures: number }

const states: State[] = []
let opened: Opened | undefined
let count = 0
let openCount = 0
let refused = 0
let ended = 0
let isReturning = false
let awaited: { revision: number; missing: number } | undefined

const tell = (told: Told): void => {
  process.send?.(told)
}
const nowMs = (): number => performance.timeOrigin + performance.now()

const openNext = (): void => {
  if (opened && count < opened.count) {
    const index = count++
    states.push({ revision: 0, failures: 0, isOpen: false, reader: open(index) })
  }
}

const onOpen = (state: State): void => {
  state.isOpen = true
  state.failures = 0
  openCount += 1
  if (openCount % 500 === 0 || openCount === opened?.count) tell({ open: openCount, refused, atMs: nowMs() })
  if (!isReturning) openNext()
}

const onEvent = (state: State, revision: number): void => {
  const before = state.revision
  state.revision = revision
  if (!awaited || before >= awaited.revision || revision < awaited.revision) return
  awaited.missing -= 1
  if (awaited.missing === 0) tell({ all: revision, atMs: nowMs() })
}

const onClose = (state: State, index: number, retryAfterSeconds: number | undefined): void => {
  if (state.isOpen) {
    state.isOpen = false
    openCount -= 1
    ended += 1
    if (!isReturning) return
  } else refused += 1
  const askedMs = (retryAfterSeconds ?? 0) * 1_000
  const waitMs = Math.max(askedMs * (1 + Math.random() / 4), retryMs(state.failures++, maxDelayMs))
  setTimeout(() => {
    state.reader = open(index)
  }, waitMs)
}

const open = (index: number): Reader => {
  const { port, key, patches, addresses } = opened as Opened
  const address = addresses[index % addresses.length] as string
  const stateOf = () => states[index] as State
  return openReader(
    { port, key, address, ...(patches ? { from: states[index]?.revision ?? 0 } : {}) },
    {
      onOpen: () => onOpen(stateOf()),
      onEvent: (revision) => onEvent(stateOf(), revision),
      onClose: (retryAfterSeconds) => onClose(stateOf(), index, retryAfterSeconds),
    },
  )
}

process.on('message', (asked: Asked) => {
  if (asked === 'ended') tell({ ended })
  else if (asked === 'come back') {
    isReturning = true
    refused = 0
    tell({ returning: true })
  } else if ('expect' in asked) {
    const missing = states.filter(({ revision }) => revision < asked.expect).length
    awaited = { revision: asked.expect, missing }
    tell({ expecting: asked.expect })
    if (missing === 0) tell({ all: asked.expect, atMs: nowMs() })
  } else {
    opened = asked.open
    for (let n = 0; n < atOnce; n++) openNext()
  }
})
process.on('disconnect', () => process.exit())
