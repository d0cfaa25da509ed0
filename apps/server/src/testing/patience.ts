import { vi } from 'vitest'
import { conditionLimitMs } from './limits.ts'

const { waitFor, waitUntil } = vi
// Those of before anybody has a clock of their own.
const { setTimeout, clearTimeout } = globalThis

// Most of what is waited for is there in a moment. What is not is asked for less and less often: asking is much of what
// waiting costs.
const firstMs = 5
const lastMs = 100

type Options = { timeout?: number; interval?: number } | number

const patient = (options: Options = {}) => ({
  timeout: conditionLimitMs,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

/** Whoever says how often, or has a clock that only they move, gets Vitest's own. */
const isTheirs = ({ interval }: { interval?: number }): boolean => interval !== undefined || vi.isFakeTimers()

/** Asks until it does not fail. What hangs is over at the end of the time, too. */
const ask = async <Result>(callback: () => Result | Promise<Result>, timeout: number): Promise<Result> => {
  let lastError: unknown = new Error('Nothing came back in time')
  let isOver = false
  const over = Promise.withResolvers<never>()
  const end = setTimeout(() => {
    isOver = true
    over.reject(lastError)
  }, timeout)
  const asking = async (): Promise<Result> => {
    for (let ms = firstMs; !isOver; ms = Math.min(2 * ms, lastMs)) {
      try {
        return await callback()
      } catch (error) {
        lastError = error
      }
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    return over.promise
  }
  try {
    return await Promise.race([asking(), over.promise])
  } finally {
    clearTimeout(end)
  }
}

vi.waitFor = (callback, options) => {
  const theirs = patient(options)
  return isTheirs(theirs) ? waitFor(callback, theirs) : ask(callback, theirs.timeout)
}

// As Vitest's, it goes on while there is nothing, and ends with what is thrown.
vi.waitUntil = async (callback, options) => {
  const theirs = patient(options)
  if (isTheirs(theirs)) return waitUntil(callback, theirs)
  const result = await ask(async () => {
    const found = await Promise.try(callback).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ('error' in found || found.value) return found
    throw new Error('Timed out in waitUntil!')
  }, theirs.timeout)
  if ('error' in result) throw result.error
  return result.value as never
}
