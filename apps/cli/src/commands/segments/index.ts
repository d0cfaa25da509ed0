import type { Group } from '../../core/command.ts'
import { archiveSegment, unarchiveSegment } from './archive.ts'
import { excludeIds, includeIds, removeIds } from './change-ids.ts'
import { createSegment } from './create.ts'
import { explainSegment } from './explain.ts'
import { getSegment } from './get.ts'
import { showSegmentHistory } from './history.ts'
import { segmentIds } from './ids.ts'
import { listSegments } from './list.ts'
import { restoreSegment } from './restore.ts'
import { proposeSegment, saveSegment } from './save.ts'
import { updateSegment } from './update.ts'
import { listUsages } from './usages.ts'

export const segments: Group = {
  name: 'segments',
  summary: 'Segments: audiences that rules name',
  commands: [
    listSegments,
    createSegment,
    getSegment,
    includeIds,
    excludeIds,
    removeIds,
    segmentIds,
    saveSegment,
    proposeSegment,
    explainSegment,
    listUsages,
    updateSegment,
    archiveSegment,
    unarchiveSegment,
    showSegmentHistory,
    restoreSegment,
  ],
}
