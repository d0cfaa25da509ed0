const firstSlug = 'development'

/** The environment to start with: development, else the last, which is the newest. */
export const whereToBegin = <Environment extends { slug: string }>(
  environments: readonly Environment[],
): Environment | undefined => environments.find(({ slug }) => slug === firstSlug) ?? environments.at(-1)
