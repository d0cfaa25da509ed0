/** How often the clock is checked: it may be set ahead or back at any time. */
const tickMs = 500
const leapMs = 500

/** Rings once after a delay, or earlier if the clock leaps ahead: work that was far off may be due then. */
export const openAlarm = (ring: () => void) => {
  let timer: NodeJS.Timeout | undefined
  const clear = (): void => clearTimeout(timer)
  return {
    set: (ms: number): void => {
      clear()
      const began = performance.now()
      const beganAt = Date.now()
      const wait = (leftMs: number): void => {
        timer = setTimeout(look, Math.min(tickMs, Math.max(1, leftMs)))
      }
      const look = (): void => {
        const elapsedMs = performance.now() - began
        const leaptMs = Math.abs(Date.now() - beganAt - elapsedMs)
        if (elapsedMs >= ms || leaptMs >= leapMs) ring()
        else wait(ms - elapsedMs)
      }
      wait(ms)
    },
    clear,
  }
}
