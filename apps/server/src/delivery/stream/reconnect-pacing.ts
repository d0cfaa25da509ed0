export type Admission = {
  /** Lets one in, with 0; or says after how many seconds to come back. */
  ask(): number
}

/** A core opens several times as many: the rest of it is for everything else. */
const defaultPerSecond = 1_000
/** Seconds' worth of them: what comes at once now and then, as when a page's users return, is let in. */
const burstSeconds = 0.5
const maxWaitSeconds = 60

/**
 * Lets so many in a second, and spreads the others: each is told to come back when those that were told so before it are
 * through. So all who lost an instance come back evenly, as fast as they can be taken.
 */
export const openAdmission = (
  nowMs: () => number = () => performance.now(),
  perSecond = defaultPerSecond,
): Admission => {
  const burst = burstSeconds * perSecond
  let room = burst
  /** Those who were told to wait, as far as their time has not come. */
  let waiting = 0
  let atMs = nowMs()

  const advance = (): void => {
    const now = nowMs()
    const could = ((now - atMs) * perSecond) / 1_000
    atMs = now
    room = Math.min(burst, room + could)
    waiting = Math.max(0, waiting - could)
  }

  return {
    ask: () => {
      advance()
      if (room >= 1) {
        room -= 1
        return 0
      }
      waiting += 1
      return Math.min(maxWaitSeconds, 1 + Math.floor(waiting / perSecond))
    },
  }
}
