/** What happens when: in the order of time, and of what was said first where that is the same. */
export type Clock = {
  nowMs(): number
  at(ms: number, work: () => void): void
  /** Until it says that it is over, or nothing is left to happen. */
  run(isOver: () => boolean): void
}

type Due = { ms: number; order: number; work: () => void }

const isBefore = (a: Due, b: Due): boolean => a.ms < b.ms || (a.ms === b.ms && a.order < b.order)

export const openClock = (): Clock => {
  const heap: Due[] = []
  let now = 0
  let order = 0

  const put = (due: Due): void => {
    let at = heap.length
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(due, heap[parent] as Due); parent = (at - 1) >> 1) {
      heap[at] = heap[parent] as Due
      at = parent
    }
    heap[at] = due
  }

  const take = (): Due | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (first === last || !last) return first
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && isBefore(heap[right] as Due, heap[left] as Due) ? right : left
      if (!isBefore(heap[child] as Due, last)) break
      heap[at] = heap[child] as Due
      at = child
    }
    heap[at] = last
    return first
  }

  return {
    nowMs: () => now,
    at: (ms, work) => put({ ms: Math.max(ms, now), order: order++, work }),
    run: (isOver) => {
      while (!isOver()) {
        const due = take()
        if (!due) return
        now = due.ms
        due.work()
      }
    },
  }
}
