import type { Group } from '../../core/command.ts'
import { archiveMetric, unarchiveMetric } from './archive.ts'
import { createMetric } from './create.ts'
import { listSeenEvents } from './events.ts'
import { listMetrics } from './list.ts'
import { showMetric } from './show.ts'
import { updateMetric } from './update.ts'

export const metrics: Group = {
  name: 'metrics',
  summary: 'What a unit is worth, from the events that code sends',
  commands: [listMetrics, createMetric, showMetric, updateMetric, archiveMetric, unarchiveMetric, listSeenEvents],
}
