import { endpoints } from '@bunting/contract'
import { configProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { flagVersionCreated } from '../../rules/audit/audit.ts'
import { completeConfig, requireActive } from '../../rules/configs/flag-config.ts'
import { namesNothing } from '../../rules/configs/references.ts'
import { requireEmergency, requireNext, requireUnprotected } from '../../rules/configs/versions.ts'
import { flagName, touching } from '../../store/bundles/changes.ts'
import { change } from '../change.ts'
import { pauseForVersion } from '../schedules/pause-for-version.ts'
import { checkConfig } from './check-config.ts'

export const createFlagVersion = handle(
  endpoints.createFlagVersion,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const flag = await tx.flags.lock(ctx.flag.id)
      const environment = await tx.environments.lock(ctx.environment.id)
      const config = completeConfig(ctx.body, ctx.body.version, () => ctx.newId('rule'))
      if (ctx.body.emergency) requireEmergency(environment, ctx.actor)
      else requireUnprotected(environment)
      const named = await checkConfig(tx, ctx.actor.plan, flag, environment.id, config)
      requireActive(flag)
      const place = { flagId: flag.id, environmentId: environment.id }
      const latest = await tx.flagVersions.latest(place)
      requireNext(config.version, latest?.version ?? 0)
      const needs = named.length === 0 && namesNothing(latest?.config) ? 'as before' : named
      const why = { comment: ctx.body.comment, emergency: ctx.body.emergency }
      const made = { id: ctx.newId('flagVersion'), createdBy: ctx.actor.id, proposalId: null, ...why }
      const { version, segments } = await tx.flagVersions.append({ ...place, ...made, config, needs }, ctx.nowUs())
      const paused = await pauseForVersion(tx, flag, version)
      const audit = [flagVersionCreated(flag, version, why), ...paused]
      return { result: version, audit, environments: [touching(environment.id, flagName(flag.key), segments)] }
    }),
  (body, { flag }) => configProblems(body, flag.type),
)
