import type { Actor } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { requireProtected } from '../../rules/changes/proposals.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireProposals } from '../../rules/plans.ts'
import type { Tables } from '../../store/store.ts'
import { checkConfig } from '../versions/check-config.ts'
import type { ConfigOf, Series, Versioned } from '../versions/series.ts'
import { propose } from './propose.ts'

type Body = { comment?: string | undefined; replaces?: string | undefined }

export const proposeConfig = async <Of extends Versioned>(
  context: Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor; body: Body },
  tx: Tables,
  series: Series<Of>,
  config: ConfigOf<Of>,
) => {
  const { subject, environment } = series
  const { plan } = context.actor
  requireProposals(plan)
  await checkConfig(tx, plan, series, config)
  requireProtected(environment)
  requireActive(subject)
  const place = { projectId: subject.projectId, environmentId: environment.id }
  const { comment, replaces } = context.body
  return propose(context, tx, { ...place, subject, content: series.contentOf(config), comment, replaces })
}
