import { minuteOf } from '../../rules/usage/key-uses.ts'
import type { Store } from '../../store/store.ts'
import type { KeyUses } from '../edge.ts'

/** Writes down when keys were last used. A clock that runs ahead elsewhere must not hide the uses to come. */
export const takeUses =
  ({ apiKeys }: Pick<Store, 'apiKeys'>, nowMs: () => number) =>
  ({ keyIds, minuteMs }: KeyUses): Promise<void> =>
    apiKeys.touchAsked({ keyIds, minuteMs: Math.min(minuteMs, minuteOf(nowMs())) })
