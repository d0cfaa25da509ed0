import { ApiError } from '@bunting/contract'
import type { Contexts } from '../core/context.ts'
import type { Outcome } from '../core/exit-code.ts'
import { Failure, wrongUse } from '../core/failure.ts'
import { writeFile } from '../core/write-file.ts'
import { counted } from '../output/counted.ts'
import { dim, green, rich } from '../output/rich.ts'
import { applyStep } from '../project-file/apply.ts'
import { applyAll, noteRest, printSteps } from '../project-file/carry-out.ts'
import { openTarget } from '../project-file/open-target.ts'
import { type Step, stepText } from '../project-file/step.ts'
import { appliedComment } from './applied-comment.ts'
import { readAppliedFile } from './applied-file.ts'
import { findFiles } from './find-files.ts'
import { findMoved } from './find-moved.ts'
import { mergeFiles } from './merge-files.ts'
import { noteDrift } from './note-drift.ts'
import { planApply } from './plan-apply.ts'
import { planPage, sumUp } from './plan-page.ts'
import { findRepository } from './repository.ts'

/** The arguments and options of the command. */
type Input = {
  paths: string[]
  project: string | undefined
  plan: string | undefined
  dryRun: boolean | undefined
  propose: boolean | undefined
  pruneOwned: boolean | undefined
  takeOver: boolean | undefined
  repo: string | undefined
  comment: string | undefined
}

/** Applies the files of a repository. The whole plan is made before anything is changed. */
export const applyFiles = async ({ api, out, connection }: Contexts['server'], input: Input): Promise<Outcome> => {
  const { paths, dryRun } = input
  if (paths.length === 0) wrongUse('Which files?', 'bunting apply flags/')
  if (input.plan !== undefined && !input.plan.endsWith('.md')) wrongUse(`${input.plan} does not end in .md.`)
  const merged = mergeFiles(findFiles(paths).map(readAppliedFile))
  const repository = await findRepository(paths, input.repo)
  const comment = appliedComment(repository, input.comment)
  const slug =
    input.project ?? merged.project?.slug ?? connection.project ?? wrongUse('Into which project?', '--project <slug>')
  const target = await openTarget(api, slug, merged.project?.name ?? slug)
  const plan = await planApply(api, slug, target, merged, repository.managedBy, input)
  if (input.plan !== undefined) writeFile(input.plan, planPage(plan))
  noteRest(out, { ...plan, unmentioned: [] })
  noteDrift(out, plan.drift)
  const { steps, problems, waiting, drift } = plan
  if (dryRun) out.show({ steps, problems, waiting, drift }, () => printSteps(out, steps))
  if (problems.length > 0) throw new Failure('refused', `Nothing was changed in ${slug}:`, problems)
  if (dryRun) {
    out.note(dim(rich`${sumUp(plan)}.`))
    return steps.length + waiting.length === 0 ? 'ok' : 'refused'
  }
  const moved = target.exists ? await findMoved(api, target.site, slug, steps) : []
  if (moved.length > 0) {
    throw new Failure('refused', `Nothing was changed in ${slug}: it changed while the plan was made.`, moved)
  }
  const done: Step[] = []
  try {
    await applyAll(out, steps, async (step) => {
      const applied = await applyStep(api, target.site, step, { comment, everywhere: true })
      done.push(step)
      return applied
    })
  } catch (error) {
    for (const step of done) out.note(rich`  ${dim('done:')} ${stepText(step)}`)
    throw error instanceof ApiError && error.code === 'VERSION_CONFLICT' ? conflict(error) : error
  }
  out.show({ applied: steps, drift }, () =>
    out.note(
      steps.length === 0
        ? rich`Nothing to do: ${slug} is like ${paths.join(', ')}.`
        : rich`${green('Applied')} ${paths.join(', ')} to ${slug}: ${counted(steps.length, 'change')}.`,
    ),
  )
  return 'ok'
}

const conflict = ({ message, requestId }: ApiError): Failure =>
  new Failure(
    'refused',
    `It changed since the plan was made: ${message} (VERSION_CONFLICT)`,
    ['Apply it again.'],
    requestId,
  )
