import type { EnvironmentId, Flag } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { type AuditDraft, versionCreated } from '../../rules/audit/audit.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { isSegment } from '../../rules/configs/subject.ts'
import { requireEmergency, requireNext, requireUnprotected } from '../../rules/configs/versions.ts'
import { nameOf, touching } from '../../store/bundles/changes.ts'
import type { Needs } from '../../store/bundles/config-references.ts'
import type { Tables } from '../../store/store.ts'
import type { NewVersion } from '../../store/tables/versions.ts'
import type { Changed } from '../change.ts'
import { settleVersions } from '../experiments/settle-versions.ts'
import { pauseForVersion } from '../schedules/pause-for-version.ts'
import { checkConfig } from './check-config.ts'
import type { ConfigOf, Series, Versioned } from './series.ts'

type Context = Pick<Deps, 'newId' | 'nowUs'>

/** Appends a config that was checked. The audit entry is `entry`, else that of a created version. */
export const appendVersion = async <Of extends Versioned>(
  context: Context,
  tx: Tables,
  series: Series<Of>,
  made: NewVersion<ConfigOf<Of>>,
  entry?: AuditDraft,
): Promise<Changed<Of['version']>> => {
  const { subject, environment } = series
  const { version, segments } = await series.append(context, made)
  const followed = isSegment(subject) ? [] : await followUp(tx, subject, version, made as NewVersion<FlagConfig>)
  return {
    result: version,
    audit: [entry ?? versionCreated(subject, version, made), ...followed],
    environments: [touching(environment.id, nameOf(subject), segments)],
  }
}

/** Pauses the flag's schedule, and settles its experiment. */
const followUp = async (
  tx: Tables,
  flag: Flag,
  version: { environmentId: EnvironmentId; version: number },
  { config, proposalId }: NewVersion<FlagConfig>,
): Promise<AuditDraft[]> => [
  ...(await pauseForVersion(tx, flag, version)),
  ...(await settleVersions(tx, version.environmentId, [{ flagId: flag.id, config, proposalId }])),
]

type Body = { comment?: string | undefined; emergency?: boolean | undefined }

/** Checks and appends a config from a save. */
export const saveVersion = async <Of extends Versioned>(
  context: Context & { actor: Actor; body: Body },
  tx: Tables,
  series: Series<Of>,
  config: ConfigOf<Of>,
): Promise<Changed<Of['version']>> => {
  const { actor, body } = context
  const { comment, emergency } = body
  if (emergency) requireEmergency(series.environment, actor)
  else requireUnprotected(series.environment)
  const named = await checkConfig(tx, actor.plan, series, config)
  requireActive(series.subject)
  const last = await series.last()
  requireNext(config.version, last.version)
  const needs: Needs = named.length === 0 && last.namesNothing ? 'as before' : named
  const made = { config, needs, createdBy: actor.id, proposalId: null, comment, emergency }
  return appendVersion(context, tx, series, made)
}
