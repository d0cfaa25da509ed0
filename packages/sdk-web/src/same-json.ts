/** Whether two values have the same text. What has none, because it goes in circles, is the same as nothing. */
export const sameJson = (one: unknown, other: unknown): boolean => {
  try {
    return JSON.stringify(one) === JSON.stringify(other)
  } catch {
    return false
  }
}
