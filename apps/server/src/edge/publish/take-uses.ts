import { minuteOf } from '../../rules/usage/key-uses.ts'
import type { Store } from '../../store/store.ts'
import type { KeyUses } from '../edge.ts'

/** Records when keys were last used, but no later than now: a clock that is ahead elsewhere must not hide later uses. */
export const takeUses =
  ({ apiKeys }: Pick<Store, 'apiKeys'>, nowMs: () => number) =>
  ({ keyIds, minuteMs }: KeyUses): Promise<void> =>
    apiKeys.touchAsked({ keyIds, minuteMs: Math.min(minuteMs, minuteOf(nowMs())) })
