import type { Client } from '@bunting/contract'
import { withKnownOwners } from '../project-file/facts.ts'
import { sayOlder } from '../project-file/older-sdks.ts'
import type { Target } from '../project-file/open-target.ts'
import { planImport } from '../project-file/plan.ts'
import type { Current } from '../project-file/plan-parts.ts'
import type { Step } from '../project-file/step.ts'
import { keepDashboardFields } from './dashboard-fields.ts'
import { findDrift } from './find-drift.ts'
import type { Merged } from './merge-files.ts'
import { foreignProblems, leftBehind, managing } from './ownership.ts'
import type { ApplyPlan } from './plan-page.ts'

type Options = { propose?: boolean | undefined; pruneOwned?: boolean | undefined; takeOver?: boolean | undefined }

/** Plans everything that apply does, without changing anything. */
export const planApply = async (
  api: Client,
  slug: string,
  { exists, site, current, versions, ...waiting }: Target,
  { project, parts, oursOf }: Merged,
  managedBy: string,
  { propose = false, pruneOwned = false, takeOver = false }: Options,
): Promise<ApplyPlan> => {
  const read = withKnownOwners({ ...current, ...parts }, current, site.members)
  const kept = keepDashboardFields(read.file as Current, current, oursOf)
  const file = managing(kept, managedBy)
  const prunes = (entry: { managedBy?: string | undefined }) => pruneOwned && entry.managedBy === managedBy
  const plan = planImport(file, current, versions, waiting, { propose, prunes })
  const create: Step[] = exists ? [] : [{ do: 'create project', slug, name: project?.name ?? slug }]
  const steps = [...create, ...plan.steps]
  const left = pruneOwned ? [] : leftBehind(file, current, managedBy)
  const leftNote = `In no file any more, and left as they are: ${left.join(', ')}. (--prune-owned archives them.)`
  return {
    project: slug,
    managedBy,
    steps,
    problems: [...(takeOver ? [] : foreignProblems(file, current, managedBy)), ...plan.problems],
    waiting: plan.waiting,
    notes: [
      ...plan.notes,
      ...read.notes,
      ...(await sayOlder(api, site, file, steps)),
      ...(left.length === 0 ? [] : [leftNote]),
    ],
    drift: await findDrift(api, site, steps, current, managedBy, oursOf),
  }
}
