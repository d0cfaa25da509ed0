export type Heartbeats<One> = {
  /** From now on it has a beat every 15 s. Returns what ends that. */
  add(one: One): () => void
  close(): void
}

const everyMs = 15_000
const slotMs = 100

/** Spreads beats over the time between them, by when each began: all at once they would hold everybody up. */
export const openHeartbeats = <One>(beat: (one: One) => void): Heartbeats<One> => {
  const slots = Array.from({ length: everyMs / slotMs }, () => new Set<One>())
  let now = 0
  const timer = setInterval(() => {
    now = (now + 1) % slots.length
    for (const one of slots[now] as Set<One>) beat(one)
  }, slotMs).unref()
  return {
    add: (one) => {
      const slot = slots[now] as Set<One>
      slot.add(one)
      return () => slot.delete(one)
    },
    close: () => clearInterval(timer),
  }
}
