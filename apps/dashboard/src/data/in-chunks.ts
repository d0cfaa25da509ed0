/** What one request may name. */
const atOnce = 100

/** Each id once, in groups that one request can name. */
export const inChunks = (ids: readonly string[]): string[][] => {
  const unique = [...new Set(ids)]
  return Array.from({ length: Math.ceil(unique.length / atOnce) }, (_, index) =>
    unique.slice(index * atOnce, (index + 1) * atOnce),
  )
}
