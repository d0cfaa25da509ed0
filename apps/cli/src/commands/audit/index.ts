import type { Group } from '../../core/command.ts'
import { exportAudit } from './export.ts'
import { listAudit } from './list.ts'
import { verifyAudit } from './verify.ts'

export const audit: Group = {
  name: 'audit',
  summary: 'Who did what, and whether the log still says so',
  commands: [listAudit, exportAudit, verifyAudit],
  usual: listAudit,
}
