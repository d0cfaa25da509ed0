/** `Pre-production (EU)` → `pre-production-eu`, for whoever names something. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
