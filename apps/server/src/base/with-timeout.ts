/** The result of the work, or an error if it takes too long. `longerMs` may extend the timeout when it expires. */
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
        // If the process itself was busy, the answer may have arrived but not been read yet.
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
