import { expect } from 'vitest'

/** The absolute tolerance: a theoretical 0 may be a rounding error here. */
const absolute = 1e-14

/** Checks numbers within a relative tolerance, and everything else for equality. */
export const expectNear = (actual: unknown, expected: unknown, relative: number, path = ''): void => {
  if (typeof expected === 'number') {
    const isNear =
      typeof actual === 'number' &&
      Math.abs(actual - expected) <= Math.max(relative * Math.abs(expected), absoluteAt(expected))
    if (!isNear) expect({ [path]: actual }).toEqual({ [path]: expected })
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      expectNear((actual as Record<string, unknown> | null)?.[key], value, relative, `${path}.${key}`)
    }
  } else {
    expect({ [path]: actual }).toEqual({ [path]: expected })
  }
}

/** Far tails are only compared relative to their own size. */
const absoluteAt = (expected: number): number => (Math.abs(expected) < 1e-10 && expected !== 0 ? 0 : absolute)
