import type { Experiment, Results, VariantResult } from '../../api/experiments.ts'

type Leading = { variant: string; result: VariantResult }

/** The variant that a line about an experiment tells of: the recommended or shipped one, else the one with most evidence. */
export const leadingOf = (
  { control, decision }: Pick<Experiment, 'control' | 'decision'>,
  { metrics, recommendation }: Pick<Results, 'metrics' | 'recommendation'>,
): Leading | undefined => {
  const variants = metrics.find(({ role }) => role === 'primary')?.variants ?? {}
  const treatments = Object.entries(variants)
    .filter(([variant]) => variant !== control)
    .map(([variant, result]) => ({ variant, result }))
  const named = treatments.find(({ variant }) => variant === (decision?.variant ?? recommendation.variant))
  return named ?? treatments.toSorted((one, other) => evidence(other) - evidence(one))[0]
}

const evidence = ({ result }: Leading): number => result.evidence ?? 0
