import { eachOf, type TimeSlicer, type Work } from './time-slicer.ts'

export type Heartbeats<One> = {
  /** Starts a beat every 15 s. Returns a function that stops it. */
  add(one: One): () => void
  close(): void
}

const everyMs = 15_000
const slotMs = 100

/** Spreads the beats over the interval, by when each was added: all at once would block other requests. */
export const openHeartbeats = <One>(slicer: TimeSlicer, beat: (one: One) => void): Heartbeats<One> => {
  const slots = Array.from({ length: everyMs / slotMs }, () => new Set<One>())
  const slotAt = (turn: number): Set<One> => slots[turn % slots.length] as Set<One>
  const beats = slots.map((slot) => eachOf(slot, beat))
  const turnNow = (): number => Math.floor(performance.now() / slotMs)
  let turn = turnNow()
  const timer = setInterval(() => {
    // Slots are counted by the clock, since small delays of the timer would add up.
    const now = turnNow()
    for (turn = Math.max(turn, now - slots.length); turn < now; turn++) {
      slicer.add(beats[(turn + 1) % slots.length] as Work)
    }
  }, slotMs).unref()
  return {
    add: (one) => {
      const slot = slotAt(turn)
      slot.add(one)
      return () => slot.delete(one)
    },
    close: () => clearInterval(timer),
  }
}
