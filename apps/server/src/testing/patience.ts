import { vi } from 'vitest'
import { conditionLimitMs } from './limits.ts'

const { waitFor, waitUntil } = vi
// The real timers, taken before any test replaces them by fake ones.
const { setTimeout, clearTimeout } = globalThis

// Most conditions hold within a moment. Others are checked at growing intervals, since checking is most of the cost.
const firstMs = 5
const lastMs = 100

type Options = { timeout?: number; interval?: number } | number

const patient = (options: Options = {}) => ({
  timeout: conditionLimitMs,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

/** Tells whether to use Vitest's own function: with an explicit interval, or with fake timers. */
const isTheirs = ({ interval }: { interval?: number }): boolean => interval !== undefined || vi.isFakeTimers()

/** Retries until the callback succeeds or the timeout is over, which also ends a callback that hangs. */
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

// Like Vitest's, it retries while the result is falsy, and rethrows errors.
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
