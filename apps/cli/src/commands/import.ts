import { parse } from '@bunting/contract'
import { commentOption } from '../config/write-version.ts'
import { command } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import { required, switched, text } from '../core/parameters.ts'
import { readJson } from '../core/read-json.ts'
import { changeLines } from '../output/change-lines.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, green, rich, yellow } from '../output/rich.ts'
import { type Applied, applyStep } from '../project-file/apply.ts'
import { withKnownOwners } from '../project-file/facts.ts'
import { openTarget } from '../project-file/open-target.ts'
import { planImport } from '../project-file/plan.ts'
import type { Plan } from '../project-file/plan-parts.ts'
import { type ProjectFile, projectFileSchema } from '../project-file/project-file.ts'
import { changesOf, type Step, stepText } from '../project-file/step.ts'

export const importProject = command({
  name: 'import',
  summary: 'Make a project like a file that bunting export wrote',
  description:
    'Only what differs is changed; importing a file again changes nothing. A project that is not there is created. Flags and segments that the file does not have stay, and so do their configs.\nIt exits with 1 where a --dry-run finds a difference.',
  target: 'server',
  arguments: { file: required('the JSON file; - is standard input', { complete: 'file' }) },
  options: {
    project: text('slug', 'into this project instead of the one the file names', { complete: 'project' }),
    dryRun: switched('only show what would change'),
    propose: switched('propose what differs in protected environments'),
    prune: switched('archive flags and segments that the file does not have'),
    ...commentOption,
  },
  examples: [
    'import shop.json --dry-run',
    'import shop.json --propose --comment "Release 42"',
    'import shop.json --project shop-copy --prune',
  ],
  run: async ({ api, ask, out }, { file: path, project, dryRun, propose, prune, comment }) => {
    const read = readProjectFile(path, await readJson(ask, path))
    const slug = project ?? read.project.slug
    const { exists, site, current, versions, ...waiting } = await openTarget(api, slug, read.project.name)
    const { file, notes } = withKnownOwners(read, current, site.members)
    const plan = planImport(file, current, versions, waiting, { propose: propose ?? false, prune: prune ?? false })
    const create: Step[] = exists ? [] : [{ do: 'create project', slug, name: file.project.name }]
    const steps = [...create, ...plan.steps]
    noteRest(out, { ...plan, notes: [...plan.notes, ...notes] })
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
  if (file.ok) return file.value
  const problems = file.details.map((detail) => `${detail.path} ${detail.message}`)
  throw new Failure('wrongUse', `${path} is not the file of a project.`, problems)
}

const printSteps = (out: Output, steps: readonly Step[]): void => {
  for (const step of steps) {
    out.print(bold(stepText(step)))
    for (const line of changeLines(changesOf(step), '  ')) out.print(line)
  }
  if (steps.length === 0) out.note(rich`No difference.`)
}

const noteRest = (out: Output, { waiting, notes, unmentioned }: Plan): void => {
  for (const words of [...waiting, ...notes]) out.note(rich`${yellow('Note:')} ${words}`)
  if (unmentioned.length === 0) return
  out.note(dim(rich`Not in the file, and left as they are: ${unmentioned.join(', ')}. (--prune archives them.)`))
}

const strictly = 'a strict environment takes them from two people. bunting proposals list --status pending'

const applyAll = async (
  out: Output,
  steps: readonly Step[],
  apply: (step: Step) => Promise<Applied>,
): Promise<void> => {
  let unpublished = 0
  let proposed = 0
  for (const [done, step] of steps.entries()) {
    out.progress.step(done, steps.length, 'changes')
    try {
      const applied = await apply(step)
      if (applied.syncWarning) unpublished++
      if (applied.proposed) proposed++
    } catch (error) {
      out.note(rich`${yellow('Stopped')} after ${done} of ${steps.length} changes, when it came to: ${stepText(step)}.`)
      out.note(dim('What is done is done: run it again, and it goes on from there.'))
      throw error
    }
  }
  if (proposed > 0) {
    out.note(rich`${yellow('Note:')} ${proposed} of them ${proposed === 1 ? 'is' : 'are'} proposed only: ${strictly}`)
  }
  if (unpublished > 0)
    out.note(rich`${yellow('Warning:')} ${counted(unpublished, 'change')} saved, but not published yet.`)
}
