import type { Environment } from '@bunting/contract'

/** The most important environment: the one with the slug `production`, else the first. */
export const productionOf = (environments: readonly Environment[]): Environment | undefined =>
  environments.find(({ slug }) => slug === 'production') ?? environments[0]
