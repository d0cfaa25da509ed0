/** Every tag of these flags, without duplicates, sorted. */
export const tagsOf = (flags: readonly { tags?: readonly string[] | undefined }[]): readonly string[] =>
  [...new Set(flags.flatMap(({ tags }) => tags ?? []))].sort((a, b) => a.localeCompare(b, 'en'))
