import type { Group } from '../../core/command.ts'
import { createProject } from './create.ts'
import { listProjects } from './list.ts'
import { showOverview } from './overview.ts'
import { updateProject } from './update.ts'

export const projects: Group = {
  name: 'projects',
  summary: 'Projects',
  commands: [listProjects, createProject, updateProject, showOverview],
}
