import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { codeReferencesUpdated } from '../../rules/audit/code-references.ts'
import {
  commitMs,
  latestRemovals,
  referencesByFlag,
  referenceWeight,
  requireNewest,
} from '../../rules/code-references.ts'
import { change } from '../change.ts'
import { putBranch } from './put-branch.ts'

export const updateCodeReferences = handle(endpoints.updateCodeReferences, (ctx) => {
  const { references, removed = [], repository } = ctx.body
  const atMs = commitMs(ctx.body.at, ctx.nowUs() / 1_000)
  ctx.charge((references.length + removed.length) * referenceWeight)
  return change(ctx, ctx.actor, async (tx) => {
    // Locks the project, so that only one upload runs at a time, and none while `codeLines` changes.
    const { id: projectId, codeLines } = await tx.projects.lock(ctx.project.id)
    const branches = await tx.codeBranches.ofRepository(projectId, repository)
    const before = branches.find(({ branch }) => branch === ctx.body.branch)
    requireNewest(atMs, before)
    const keys = new Set(references.map(({ flagKey }) => flagKey))
    const ids = await tx.flags.idsOf(projectId, [...keys, ...removed.map(({ flagKey }) => flagKey)])
    const found = referencesByFlag(references, { ids, codeLines })
    const taken = {
      flags: found.length,
      references: found.reduce((sum, { places }) => sum + places.length, 0),
      unknown: keys.size - found.length,
    }
    const uploaded = { ...ctx.body, atMs, references: taken.references, id: before?.id ?? ctx.newId('codeBranch') }
    const branch = await putBranch(tx, { ...uploaded, projectId }, branches, ctx.nowUs())
    await tx.codeReferences.replace(branch.id, found)
    if (branch.isDefault) await tx.codeRemovals.note(latestRemovals(removed, ids, repository))
    return { result: taken, audit: [codeReferencesUpdated(projectId, ctx.body, taken)] }
  })
})
