import { type EnvironmentId, fail, type ProjectId } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { flagVersionCreated, segmentVersionCreated } from '../../rules/audit/audit.ts'
import type { Content } from '../../rules/changes/proposals.ts'
import { requireActive, requireActiveSegment } from '../../rules/configs/flag-config.ts'
import { type Outcome, sameConfig } from '../../rules/configs/promotion.ts'
import { refuseReferences } from '../../rules/configs/references.ts'
import { requireProposals, requireSegments } from '../../rules/plans.ts'
import { flagName, segmentName, touching } from '../../store/bundles/changes.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { checkConfig } from '../flag-versions/check-config.ts'
import { lookUpReferences } from '../look-up-references.ts'
import { propose } from '../proposals/propose.ts'
import { pauseForVersion } from '../schedules/pause-for-version.ts'

export type Promotion = Pick<Deps, 'newId' | 'nowUs'> & {
  actor: Actor
  tx: Tables
  projectId: ProjectId
  to: EnvironmentId
  /** Why, where that was said: of all that it makes. */
  comment: string | undefined
  /** All of it is in one transaction then, which leaves nothing behind. */
  dryRun: boolean
}

const same: Changed<Outcome> = { result: { outcome: 'same' }, audit: [] }

/** As somebody saves it in that environment, or proposes it where that is protected. */
export const promoteFlag = async (promotion: Promotion, key: string, config: FlagConfig): Promise<Changed<Outcome>> => {
  const { tx, projectId, actor, dryRun } = promotion
  const found = (await tx.flags.find(projectId, key)) ?? fail('RESOURCE_NOT_FOUND', `There is no flag ${key}.`)
  // Many at once are not locked: that would be after the environment, where others lock before it.
  const flag = dryRun ? found : await tx.flags.lock(found.id)
  const environment = await tx.environments.lock(promotion.to)
  const place = { flagId: flag.id, environmentId: environment.id }
  const latest = await tx.flagVersions.latest(place)
  if (sameConfig(config, latest?.config)) return same
  if (environment.protected) requireProposals(actor.plan)
  const needs = await checkConfig(tx, actor.plan, flag, environment.id, config)
  requireActive(flag)
  const base = latest?.version ?? 0
  if (environment.protected) {
    const pending = () => tx.proposals.listOfFlag(place, { status: 'pending', limit: 1 })
    const content = { flagId: flag.id, proposedConfig: { ...config, version: base } }
    return proposeIn(promotion, pending, { flag }, content)
  }
  const next = { ...config, version: base + 1 }
  const made = { id: promotion.newId('flagVersion'), createdBy: actor.id, proposalId: null, comment: promotion.comment }
  const { version, segments } = await tx.flagVersions.append(
    { ...place, ...made, config: next, needs },
    promotion.nowUs(),
  )
  return {
    result: { outcome: 'changed', version: next.version },
    audit: [flagVersionCreated(flag, version, promotion), ...(await pauseForVersion(tx, flag, version))],
    environments: [touching(environment.id, flagName(key), segments)],
  }
}

export const promoteSegment = async (
  promotion: Promotion,
  key: string,
  config: SegmentConfig,
): Promise<Changed<Outcome>> => {
  const { tx, projectId, actor, dryRun } = promotion
  const found = (await tx.segments.find(projectId, key)) ?? fail('RESOURCE_NOT_FOUND', `There is no segment ${key}.`)
  const segment = dryRun ? found : await tx.segments.lock(found.id)
  const environment = await tx.environments.lock(promotion.to)
  const place = { segmentId: segment.id, environmentId: environment.id }
  const latest = await tx.segmentVersions.latest(place)
  if (sameConfig(config, latest?.config)) return same
  if (environment.protected) requireProposals(actor.plan)
  requireSegments(actor.plan)
  const self = { projectId, environmentId: environment.id, self: segment.id }
  const { problems, needs } = await lookUpReferences(tx, self, config)
  refuseReferences(problems)
  requireActiveSegment(segment)
  const base = latest?.version ?? 0
  if (environment.protected) {
    const pending = () => tx.proposals.listOfSegment(place, { status: 'pending', limit: 1 })
    const of = { kind: 'segment' as const, flagId: null, segmentId: segment.id }
    return proposeIn(promotion, pending, { segment }, { ...of, proposedConfig: { ...config, version: base } })
  }
  const next = { ...config, version: base + 1 }
  const made = {
    id: promotion.newId('segmentVersion'),
    createdBy: actor.id,
    proposalId: null,
    comment: promotion.comment,
  }
  const { version, segments } = await tx.segmentVersions.append(
    { ...place, ...made, config: next, needs },
    promotion.nowUs(),
  )
  return {
    result: { outcome: 'changed', version: next.version },
    audit: [segmentVersionCreated(segment, version, promotion)],
    environments: [touching(environment.id, segmentName(key), segments)],
  }
}

/** What is only tried out is not written down: it would end the transaction where one is pending already. */
const proposeIn = async (
  promotion: Promotion,
  pending: () => Promise<{ items: readonly { kind?: string }[] }>,
  subject: Parameters<typeof propose>[2]['subject'],
  content: Content,
): Promise<Changed<Outcome>> => {
  const { tx, projectId, to: environmentId, comment, dryRun } = promotion
  if (dryRun) {
    const { items } = await pending()
    if (items.length > 0) fail('PROPOSAL_ALREADY_PENDING', 'A pending proposal exists already for it there.')
    return { result: { outcome: 'proposed' }, audit: [] }
  }
  const { result, audit } = await propose(promotion, tx, { projectId, environmentId, subject, content, comment })
  return { result: { outcome: 'proposed', proposalId: result.id }, audit }
}
