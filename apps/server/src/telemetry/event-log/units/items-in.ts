import type { UnitBatch } from '../../../rules/units/unit-batch.ts'

/** The number of rows of a batch, by which the size of a commit is limited. */
export const itemsIn = ({ events, exposures, doubts, health }: UnitBatch): number =>
  1 + events.length + exposures.length + doubts.length + health.length
