import { endpoints, type Flag } from '@bunting/contract'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { handle } from '../../http/endpoint/handle.ts'
import type { FlagContent, Proposal } from '../../rules/changes/proposals.ts'
import {
  changesAnswers,
  type FlagUpdate,
  findStrict,
  proposeOfFlag,
  requireAdminOf,
} from '../../rules/changes/protection.ts'
import { flagSchemaProblems, requireActiveFit } from '../../rules/configs/flag-schema.ts'
import { requireProposals } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import { type Changed, change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'
import { propose } from '../proposals/propose.ts'
import { refuseImmutable } from '../refuse-immutable.ts'
import { requireMovable } from '../require-movable.ts'
import { changeFlag } from './change-flag.ts'
import { requireOwner } from './require-owner.ts'

export const updateFlag = handle(
  endpoints.updateFlag,
  (ctx) => change(ctx, ctx.actor, (tx) => updateOrPropose(ctx, tx, ctx.flag, ctx.body)),
  (body, { flag }) => [
    ...refuseImmutable(body, ['key', 'type']),
    ...flagSchemaProblems(Object(body).schema, flag.type),
  ],
)

/** Changes a flag, or proposes the change if a strict environment has a version of it. */
export const updateOrPropose = async (
  ctx: Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor },
  tx: Tables,
  flag: Flag,
  { comment, ...wanted }: Updated & { comment?: string | undefined },
): Promise<Changed<Flag | (Proposal & FlagContent)>> => {
  // Locks the project, so that no environment that could reference the flag is added while it is archived.
  if (wanted.archived !== undefined) await tx.projects.lock(flag.projectId)
  const before = await tx.flags.lock(flag.id)
  const update = changedFields(currentFields(before), wanted) as FlagUpdate
  if (Object.keys(update).length === 0) return { result: before, audit: [] }
  await requireOwner(tx, before.orgId, update.ownerId)
  const all = update.archived === undefined ? [] : await tx.environments.lockAll(before.projectId)
  // Locks the environments, so that none of them becomes protected between this check and the change.
  const environments = changesAnswers(update) ? await tx.environments.lockWithVersionsOf(before.id) : []
  requireAdminOf(environments, before, ctx.actor)
  if (update.archived !== undefined) await requireMovable(tx, before, update.archived, all)
  if (update.schema) requireActiveFit(update.schema, await activeConfigs(tx, before))
  const strict = findStrict(environments)
  if (!strict) return changeFlag(ctx, tx, before, update, environments, { comment })
  requireProposals(ctx.actor.plan)
  const content = proposeOfFlag(before, update, strict)
  return propose(ctx, tx, {
    projectId: before.projectId,
    environmentId: strict.id,
    subject: before,
    content,
    comment,
  })
}

/** The wanted fields of a flag; undefined leaves a field unchanged. */
type Updated = { [Field in keyof FlagUpdate]: FlagUpdate[Field] | undefined }

/** The current values, under the names of an update's fields. */
const currentFields = (flag: Flag) => ({
  ...flag,
  archived: flag.archivedAt !== null,
  schema: flag.schema ?? null,
  tags: flag.tags ?? [],
  ownerId: flag.ownerId ?? null,
  kind: flag.kind ?? null,
  expectedEnd: flag.expectedEnd ?? null,
  managedBy: flag.managedBy ?? null,
})

/** The active configs in all environments that have one. The flag is locked: no other config becomes active meanwhile. */
const activeConfigs = async (tx: Tables, { id }: Flag) => {
  const versions = (await tx.flagVersions.latestOf([id])).get(id) ?? {}
  return (await tx.environments.lockWithVersionsOf(id)).flatMap((environment) => {
    const version = versions[environment.id]
    return version ? [{ environment, config: version.config }] : []
  })
}
