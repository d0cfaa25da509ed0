import { type EnvironmentId, fail, type ProjectId } from '@bunting/contract'
import type { FlagConfig, SegmentConfig } from '@bunting/engine'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { type Outcome, sameConfig } from '../../rules/configs/promotion.ts'
import type { Subject } from '../../rules/configs/subject.ts'
import { requireProposals } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { appendVersion } from '../versions/append-version.ts'
import { checkConfig } from '../versions/check-config.ts'
import { type ConfigOf, flagSeries, type Series, segmentSeries, type Versioned } from '../versions/series.ts'

export type Promotion = Pick<Deps, 'newId' | 'nowUs'> & {
  actor: Actor
  tx: Tables
  projectId: ProjectId
  to: EnvironmentId
  /** The reason, if one was given; used for all versions and proposals. */
  comment: string | undefined
  /** If true, everything runs in one transaction that is rolled back. */
  dryRun: boolean
}

export const promoteFlag = async (promotion: Promotion, key: string, config: FlagConfig): Promise<Changed<Outcome>> => {
  const { tx, projectId, to, dryRun } = promotion
  const found = (await tx.flags.find(projectId, key)) ?? fail('RESOURCE_NOT_FOUND', `There is no flag ${key}.`)
  // A dry run locks no flags: for all but the first, that would come after the environment, which others lock last.
  const flag = dryRun ? found : await tx.flags.lock(found.id)
  return promote(promotion, flagSeries(tx, flag, await tx.environments.lock(to)), config)
}

export const promoteSegment = async (
  promotion: Promotion,
  key: string,
  config: SegmentConfig,
): Promise<Changed<Outcome>> => {
  const { tx, projectId, to, dryRun } = promotion
  const found = (await tx.segments.find(projectId, key)) ?? fail('RESOURCE_NOT_FOUND', `There is no segment ${key}.`)
  if (found.large) {
    fail(
      'CONFLICT',
      `${key} is a large segment, whose ids are uploaded: POST …/segments/${key}/ids in that environment.`,
    )
  }
  const segment = dryRun ? found : await tx.segments.lock(found.id)
  return promote(promotion, segmentSeries(tx, segment, await tx.environments.lock(to)), config)
}

/** Saves the config in the target environment, or proposes it if that environment is protected. */
const promote = async <Of extends Versioned>(
  promotion: Promotion,
  series: Series<Of>,
  config: ConfigOf<Of>,
): Promise<Changed<Outcome>> => {
  const { tx, actor, comment } = promotion
  const { subject, environment } = series
  const latest = await series.latest()
  if (sameConfig(config, latest?.config)) return { result: { outcome: 'same' }, audit: [] }
  if (environment.protected) requireProposals(actor.plan)
  const needs = await checkConfig(tx, actor.plan, series, config)
  requireActive(subject)
  const base = latest?.version ?? 0
  if (environment.protected) return proposeIn(promotion, subject, series.contentOf({ ...config, version: base }))
  const version = base + 1
  const made = { config: { ...config, version }, needs, createdBy: actor.id, proposalId: null, comment }
  return { ...(await appendVersion(promotion, tx, series, made)), result: { outcome: 'changed', version } }
}

/** A dry run does not store the proposal: if one is pending already, that would abort the transaction. */
const proposeIn = async (
  promotion: Promotion,
  subject: Subject,
  content: Versioned['content'],
): Promise<Changed<Outcome>> => {
  const { tx, projectId, to: environmentId, comment, dryRun } = promotion
  if (dryRun) {
    const isPending = await tx.proposals.hasPending(environmentId, content)
    if (isPending) fail('PROPOSAL_ALREADY_PENDING', 'A pending proposal exists already for it there.')
    return { result: { outcome: 'proposed' }, audit: [] }
  }
  const { result, audit } = await propose(promotion, tx, { projectId, environmentId, subject, content, comment })
  return { result: { outcome: 'proposed', proposalId: result.id }, audit }
}
