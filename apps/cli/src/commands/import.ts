import { parse } from '@bunting/contract'
import { commentOption } from '../config/write-version.ts'
import { command } from '../core/command.ts'
import { Failure, wrongUse } from '../core/failure.ts'
import { optional, switched, text } from '../core/parameters.ts'
import { readJson } from '../core/read-json.ts'
import { fromOptions, withoutFrom } from '../moving-in/from-options.ts'
import { counted } from '../output/counted.ts'
import { green, rich } from '../output/rich.ts'
import { applyStep } from '../project-file/apply.ts'
import { applyAll, noteRest, printSteps } from '../project-file/carry-out.ts'
import { withKnownOwners } from '../project-file/facts.ts'
import { sayOlder } from '../project-file/older-sdks.ts'
import { openTarget } from '../project-file/open-target.ts'
import { planImport } from '../project-file/plan.ts'
import { type ProjectFile, projectFileSchema, withoutManagers } from '../project-file/project-file.ts'
import type { Step } from '../project-file/step.ts'

export const importProject = command({
  name: 'import',
  summary: 'Make a project like a file that bunting export wrote, or like one of another service',
  description:
    'Only what differs is changed; importing a file again changes nothing. A project that is not there is created. Flags and segments that the file does not have stay, and so do their configs.\nWith --from, the flags of another service come in, and everybody keeps what they have: docs/moving-in.md.\nIt exits with 1 where a --dry-run finds a difference.',
  target: 'server',
  arguments: { file: optional('the file; - is standard input', { complete: 'file' }) },
  options: {
    project: text('slug', 'into this project instead of the one the file names', { complete: 'project' }),
    dryRun: switched('only show what would change'),
    propose: switched('propose what differs in protected environments'),
    prune: switched('archive flags and segments that the file does not have'),
    ...commentOption,
    ...fromOptions,
  },
  examples: [
    'import shop.json --dry-run',
    'import shop.json --propose --comment "Release 42"',
    'import shop.json --project shop-copy --prune',
    'import --from flagd flags.yaml --project shop --env production=production --dry-run',
    'import --from flagd flags.json --project shop --verify 10000 --sdk . --report report.html',
  ],
  run: async (context, input) => {
    if (input.from !== undefined) {
      // Imported lazily: only `--from` needs this code.
      const { importFrom } = await import('../moving-in/import-from.ts')
      return importFrom(context, { ...input, from: input.from })
    }
    withoutFrom(input)
    const { api, ask, out } = context
    const { file: path = wrongUse('Which file?', 'bunting import shop.json'), project, dryRun, comment } = input
    const read = readProjectFile(path, await readJson(ask, path))
    const slug = project ?? read.project.slug
    const { exists, site, current, versions, ...waiting } = await openTarget(api, slug, read.project.name)
    const { file, notes } = withKnownOwners(read, current, site.members)
    const options = { propose: input.propose ?? false, prunes: () => input.prune ?? false }
    const plan = planImport(file, current, versions, waiting, options)
    const create: Step[] = exists ? [] : [{ do: 'create project', slug, name: file.project.name }]
    const steps = [...create, ...plan.steps]
    const older = await sayOlder(api, site, file, steps)
    noteRest(out, { ...plan, notes: [...plan.notes, ...notes, ...older] })
    if (dryRun) {
      out.show({ steps, problems: plan.problems, waiting: plan.waiting }, () => printSteps(out, steps))
    }
    if (plan.problems.length > 0) throw new Failure('refused', `Nothing was changed in ${slug}:`, plan.problems)
    if (!dryRun) {
      await applyAll(out, steps, (step) => applyStep(api, site, step, comment === undefined ? {} : { comment }))
      out.show({ applied: steps }, () =>
        out.note(
          steps.length === 0
            ? rich`Nothing to change: ${slug} is like ${path}.`
            : rich`${green('Imported')} ${path} into ${slug}: ${counted(steps.length, 'change')}.`,
        ),
      )
      return 'ok'
    }
    return steps.length + plan.waiting.length === 0 ? 'ok' : 'refused'
  },
})

const readProjectFile = (path: string, content: unknown): ProjectFile => {
  const file = parse(projectFileSchema, content)
  if (file.ok) return withoutManagers(file.value)
  const problems = file.details.map((detail) => `${detail.path} ${detail.message}`)
  throw new Failure('wrongUse', `${path} is not the file of a project.`, problems)
}
