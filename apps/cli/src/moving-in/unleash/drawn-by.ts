import type { RuleEntry, RuleHead } from '../shared/rules.ts'
import type { TheirStrategy } from './schema.ts'
import type { Draw, StrategyScope } from './strategies.ts'

/** The fields of a rule that draws a percentage as Unleash does. */
export const drawnBy = (draw: Draw | undefined, { hashKind }: Pick<StrategyScope, 'hashKind'>): Partial<RuleEntry> =>
  draw
    ? {
        rolloutPercentage: draw.percentage,
        ...(draw.bucketBy === undefined ? {} : { bucketBy: draw.bucketBy }),
        hash: { kind: hashKind, salt: draw.salt },
      }
    : {}

export const headOf = ({ id, title }: TheirStrategy, at: number): Omit<RuleHead, 'tree'> => ({
  id: id || `strategy-${at + 1}`,
  name: title ?? '',
})
