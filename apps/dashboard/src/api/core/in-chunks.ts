/** What one request may name. */
const chunkSize = 100

/** Each id once, in groups that one request can name. */
export const inChunks = (ids: readonly string[]): string[][] => {
  const unique = [...new Set(ids)]
  return Array.from({ length: Math.ceil(unique.length / chunkSize) }, (_, index) =>
    unique.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}
