/**
 * Whether two values say the same in JSON, where the order of members does not count. What has no text, because it goes
 * in circles, is the same as nothing.
 */
export const sameJson = (one: unknown, other: unknown): boolean => {
  try {
    return textOf(one) === textOf(other)
  } catch {
    return false
  }
}

const textOf = (value: unknown): string => JSON.stringify(value, inOrder)

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value && !Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((name) => [name, value[name as keyof object]]),
      )
    : value
