import type { SegmentInList } from '../../api/segments.ts'

/** As far as the list knows it: a new name leaves no mark in it. */
export const lastChangeOf = ({ createdAt, archivedAt, versions }: SegmentInList): string =>
  Object.values(versions).reduce(
    (last, version) => (version.createdAt > last ? version.createdAt : last),
    archivedAt !== null && archivedAt > createdAt ? archivedAt : createdAt,
  )
