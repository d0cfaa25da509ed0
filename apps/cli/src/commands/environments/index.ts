import type { Group } from '../../core/command.ts'
import { createEnvironment } from './create.ts'
import { listEnvironments } from './list.ts'
import { protectEnvironment, unprotectEnvironment } from './protect.ts'
import { syncEnvironment } from './sync.ts'
import { updateEnvironment } from './update.ts'

export const environments: Group = {
  name: 'environments',
  summary: 'Environments of a project',
  commands: [
    listEnvironments,
    createEnvironment,
    updateEnvironment,
    protectEnvironment,
    unprotectEnvironment,
    syncEnvironment,
  ],
}
