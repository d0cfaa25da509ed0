/** The work's result, unless it takes longer: then a failure. `longerMs` is asked when the time is over. */
export const withTimeout = async <Result>(
  ms: number,
  work: Promise<Result>,
  longerMs: () => number = () => 0,
): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const wait = (allowedMs: number): void => {
    timer = setTimeout(
      () => {
        const nowAllowedMs = ms + longerMs()
        if (nowAllowedMs > allowedMs) wait(nowAllowedMs)
        // Where the process itself was busy for so long, the answer may be there and yet to be read.
        else setImmediate(() => reject(new Error(`there was no answer within ${Math.round(allowedMs)} ms`)))
      },
      began + allowedMs - performance.now(),
    )
  }
  wait(ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
