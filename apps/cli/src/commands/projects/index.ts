import type { Group } from '../../command.ts'
import { createProject } from './create.ts'
import { listProjects } from './list.ts'

export const projects: Group = { name: 'projects', summary: 'Projects', commands: [listProjects, createProject] }
