import type { UnitBatch } from '../../../rules/units/unit-batch.ts'

/** What a batch takes of a commit. */
export const itemsIn = ({ events, exposures, doubts, health }: UnitBatch): number =>
  1 + events.length + exposures.length + doubts.length + health.length
