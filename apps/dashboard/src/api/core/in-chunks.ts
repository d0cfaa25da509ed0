/** The most ids that one request may name. */
const chunkSize = 100

/** The ids without duplicates, in groups that fit into one request. */
export const inChunks = (ids: readonly string[]): string[][] => {
  const unique = [...new Set(ids)]
  return Array.from({ length: Math.ceil(unique.length / chunkSize) }, (_, index) =>
    unique.slice(index * chunkSize, (index + 1) * chunkSize),
  )
}
