import { existsSync } from 'node:fs'
import type { Client, Project } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { either, switched, text } from '../../core/parameters.ts'
import { readText } from '../../core/read-json.ts'
import { writeFile } from '../../core/write-file.ts'
import { differenceOf } from '../../generate/difference.ts'
import { typescriptModule } from '../../generate/typescript.ts'
import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { green, red, rich } from '../../output/rich.ts'
import { listFlags } from '../../server/flags.ts'
import { listAll } from '../../server/list-all.ts'

export const generateTypescript = command({
  name: 'typescript',
  summary: 'Write a module of typed keys of all flags',
  description:
    'flags.<type>.<name> holds the key of a flag, with the type of its values: of a json flag, that of its schema. Archived and stale flags are marked as deprecated. The module imports nothing.',
  target: 'project',
  withoutJson: true,
  options: {
    out: text('file', 'where to (default: standard output)', { complete: 'file' }),
    check: switched('write nothing; exit with 1 where the file is not what would be written'),
    stale: either('mark stale flags as deprecated (default), or leave them unmarked'),
  },
  examples: ['generate typescript --out src/flags.ts', 'generate typescript --out src/flags.ts --no-stale --check'],
  run: async ({ api, out, project }, { out: file, check, stale: marksStale = true }) => {
    const flags = await listFlags({ api, project })
    const stale = marksStale ? await staleIn(api, project) : new Map<string, never>()
    const content = typescriptModule(flags.map((flag) => ({ ...flag, stale: stale.get(flag.key) })))
    if (file === undefined) return check ? wrongUse('There is nothing to check: say --out <file>.') : out.raw(content)
    if (check) return compare(out, file, content)
    writeFile(file, content)
    out.note(rich`${green('Wrote')} the keys of ${counted(flags.length, 'flag')} of ${project.slug} to ${file}.`)
  },
})

const staleIn = async (api: Client, { id }: Project) => {
  const items = await listAll((query) => api.listStaleFlags({ params: { projectId: id }, query }))
  return new Map(items.map(({ key, reason }) => [key, reason]))
}

const maxShown = 20

const compare = (out: Output, file: string, content: string): 'refused' | undefined => {
  const isThere = existsSync(file)
  const difference = differenceOf(isThere ? readText(file) : '', content)
  if (!difference) return undefined
  const lines = [
    ...difference.removed.map((line) => red(rich`- ${line}`)),
    ...difference.added.map((line) => green(rich`+ ${line}`)),
  ]
  if (isThere) for (const line of lines.slice(0, maxShown)) out.print(line)
  if (isThere && lines.length > maxShown) out.print(rich`… and ${counted(lines.length - maxShown, 'more line')}`)
  const state = isThere ? `${file} is not what the flags are now` : `There is no file ${file}`
  out.note(rich`${red(state)}: bunting generate typescript --out ${file}`)
  return 'refused'
}
