import { onTestFinished, vi } from 'vitest'

/** Streams that announce a revision to all open ones when the test says so. */
export const heldStreams = () => {
  const open = new Set<EventTarget>()
  class HeldStream extends EventTarget {
    static readonly CLOSED = 2
    readonly readyState = 1
    constructor() {
      super()
      open.add(this)
    }
    close() {
      open.delete(this)
    }
  }
  vi.stubGlobal('EventSource', HeldStream)
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    tell: (revision: number) => {
      const event = new MessageEvent('changed', { lastEventId: String(revision) })
      for (const stream of open) stream.dispatchEvent(event)
    },
  }
}
