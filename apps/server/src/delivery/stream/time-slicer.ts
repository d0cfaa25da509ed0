/** Does a little of something, and says whether there is more to do. */
export type Work = () => boolean

export type Slices = { add(work: Work): void }

/** Long enough to get on, and short enough for whoever waits for an answer meanwhile. */
const sliceMs = 1
/** Between two slices. Where several processes share a processor, whoever never rests has the others wait for long. */
const restMs = 1

/** Does what is too much for one turn of the loop in many, each work in its turn. What is there already is not added again. */
export const openSlices = (): Slices => {
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

/** Does something to each, those that come meanwhile too; and where it is added again after that, to each again. */
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
