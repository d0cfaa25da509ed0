/** Does a small part of some work, and tells whether there is more to do. */
export type Work = () => boolean

export type TimeSlicer = { add(work: Work): void }

/** The length of a slice: long enough to get on, short enough not to delay other requests. */
const sliceMs = 1
/** The pause between two slices: a process that never rests keeps others on the same core waiting. */
const restMs = 1

/** Spreads long work over many turns of the event loop, round-robin. Work that is pending already is not added again. */
export const openTimeSlicer = (): TimeSlicer => {
  const pending = new Set<Work>()
  let isScheduled = false

  const run = (): void => {
    const until = performance.now() + sliceMs
    for (const work of pending) {
      pending.delete(work)
      let more = work()
      while (more && performance.now() < until) more = work()
      if (more) pending.add(work)
      if (performance.now() >= until) break
    }
    isScheduled = pending.size > 0
    if (isScheduled) setTimeout(run, restMs)
  }

  return {
    add: (work) => {
      pending.add(work)
      if (isScheduled) return
      isScheduled = true
      setImmediate(run)
    },
  }
}

/** Calls `act` with each item, including those added meanwhile. If the work is added again after that, it starts over. */
export const eachOf = <One>(ones: Iterable<One>, act: (one: One) => void): Work => {
  let rest: Iterator<One> | undefined
  return () => {
    rest ??= ones[Symbol.iterator]()
    const { done, value } = rest.next()
    if (done) rest = undefined
    else act(value)
    return !done
  }
}
