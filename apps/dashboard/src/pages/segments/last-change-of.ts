import type { SegmentInList } from '../../api/segments.ts'

/** The time of the last change that the list knows: it does not have the time of a renaming. */
export const lastChangeOf = ({ createdAt, archivedAt, versions }: SegmentInList): string =>
  Object.values(versions).reduce(
    (last, version) => (version.createdAt > last ? version.createdAt : last),
    archivedAt !== null && archivedAt > createdAt ? archivedAt : createdAt,
  )
