import type { Environment } from '@bunting/contract'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useFlagSchedules } from '../../../api/schedules.ts'
import { useSession } from '../../../api/session.ts'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { isLive } from '../../../features/schedules/progress.ts'
import { useBecausePut } from '../../../features/versions/use-because-put.ts'
import { flagKind } from '../flag-kind.ts'

type Target = { flag: LoadedFlag; flagRef: FlagRef; environment: Environment }

/** Why no schedule can be made here now; undefined if one can. */
export const useBecauseSchedule = ({ flag, flagRef, environment }: Target): string | undefined => {
  const { plan } = useSession()
  const { items = [] } = useFlagSchedules(flagRef)
  const put = useBecausePut(flagKind(flag, environment))
  if (put !== undefined) return put
  if (plan === 'free') return 'Schedules need the Pro or Enterprise plan.'
  if (environment.protected && plan !== 'enterprise') {
    return 'Schedules in protected environments need the Enterprise plan.'
  }
  if (!flag.versions[environment.id]) return `Nothing is saved in ${environment.name} yet.`
  return items.some(isLive) ? 'A schedule has not ended here yet: cancel it first.' : undefined
}
