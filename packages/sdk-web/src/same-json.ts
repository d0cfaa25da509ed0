/** Tells whether two values are equal as JSON, whatever the order of members. A circular value equals nothing. */
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
