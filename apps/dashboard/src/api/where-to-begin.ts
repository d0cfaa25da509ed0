const firstSlug = 'development'

/** Where one begins: development, or else the last environment, which is the youngest. */
export const whereToBegin = <Environment extends { slug: string }>(
  environments: readonly Environment[],
): Environment | undefined => environments.find(({ slug }) => slug === firstSlug) ?? environments.at(-1)
