import type { Environment } from '@bunting/contract'

/** The environment that matters: the one of that name, else the first. */
export const productionOf = (environments: readonly Environment[]): Environment | undefined =>
  environments.find(({ slug }) => slug === 'production') ?? environments[0]
