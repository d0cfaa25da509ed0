import type { ActionWords } from './action.ts'
import { metaText, place } from './entry.ts'
import { sayManaged } from './managed.ts'
import type { Part } from './part.ts'

export const segmentCreated: ActionWords = {
  label: 'Segment created',
  resourceType: 'segment',
  says: (entry) => ['created the segment ', { is: 'segment', segmentKey: metaText(entry, 'key') }],
}

export const segmentUpdated: ActionWords = {
  label: 'Segment changed',
  resourceType: 'segment',
  says: (entry) => {
    const { archivedAt, managedBy, name, description } = entry.meta
    const segment: Part = { is: 'segment', segmentKey: metaText(entry, 'key'), segmentId: entry.resourceId }
    if (archivedAt === undefined) {
      const isManagedOnly = managedBy !== undefined && name === undefined && description === undefined
      return isManagedOnly ? sayManaged(entry, segment) : ['changed the segment ', segment]
    }
    return archivedAt === null ? ['brought the segment ', segment, ' back'] : ['archived the segment ', segment]
  },
}

export const segmentVersionCreated: ActionWords = {
  label: 'Segment saved',
  resourceType: 'segment_version',
  says: (entry) => [
    `saved version ${entry.meta.version} of the segment `,
    { is: 'segment', segmentKey: metaText(entry, 'segmentKey') },
    place(entry),
  ],
}

export const segmentIdsChanged: ActionWords = {
  label: 'Segment ids changed',
  resourceType: 'segment_version',
  says: (entry) => [
    `${idsChanged(entry.meta)} the segment `,
    { is: 'segment', segmentKey: metaText(entry, 'segmentKey') },
    place(entry),
    `, now version ${entry.meta.version}`,
  ],
}

/** `added 1,200 ids to and removed 3 ids from`. */
const idsChanged = ({ added, removed }: { added?: unknown; removed?: unknown }): string => {
  const parts = [
    ...(Number(added) > 0 ? [`added ${idCount(added)} to`] : []),
    ...(Number(removed) > 0 ? [`removed ${idCount(removed)} from`] : []),
  ]
  return parts.join(' and ') || 'changed no ids of'
}

const idCount = (count: unknown): string =>
  `${Number(count).toLocaleString('en')} ${Number(count) === 1 ? 'id' : 'ids'}`
