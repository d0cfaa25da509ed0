import { command } from '../core/command.ts'
import { text } from '../core/parameters.ts'
import { writeFile } from '../core/write-file.ts'
import { counted } from '../output/counted.ts'
import { green, rich } from '../output/rich.ts'
import { projectFileText } from '../project-file/project-file.ts'
import { readProject, toProjectFile } from '../project-file/read-project.ts'

export const exportProject = command({
  name: 'export',
  summary: 'Write a project as one JSON file, for git',
  description:
    'It has the environments, the segments, the flags and their configs, always in the same order, and nothing that changes by itself. bunting import applies it.',
  target: 'project',
  withoutJson: true,
  options: { output: text('file', 'where to (default: standard output)', { complete: 'file' }) },
  examples: ['export --project shop > shop.json', 'export --output shop.json'],
  run: async ({ api, out, project }, { output }) => {
    const file = toProjectFile(await readProject(api, project))
    const content = projectFileText(file)
    if (output === undefined) return out.raw(content)
    writeFile(output, content)
    const count = Object.keys(file.segments ?? {}).length
    const segments = count === 0 ? '' : ` and ${counted(count, 'segment')}`
    out.note(
      rich`${green('Exported')} ${counted(Object.keys(file.flags).length, 'flag')}${segments} of ${project.slug} to ${output}.`,
    )
  },
})
