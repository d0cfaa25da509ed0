import type { Flag } from '@bunting/contract'
import type { Schedule } from '../../rules/changes/schedules.ts'
import type { Tables } from '../../store/store.ts'

/** The flag that a schedule changes. */
export const flagOf = async (tx: Tables, { flagId }: Schedule): Promise<Flag> =>
  (await tx.flags.findByIds([flagId])).get(flagId) as Flag
