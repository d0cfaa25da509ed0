/** The lengths that the contract allows. */
const maxSlugLength = 64
const maxKeyLength = 128

/** A name without accents and `refused` characters, from a letter or digit to one. Non-Latin letters are dropped. */
const suggest = (name: string, refused: RegExp, longest: number): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // To upper case and back: that spells ß as ss.
    .toUpperCase()
    .toLowerCase()
    .replace(refused, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, longest)
    .replace(/[-._]+$/, '')

/** Suggests a flag's key from its name: `Checkout – layout (2.0)` gives `checkout-layout-2.0`. */
export const suggestKey = (name: string): string => suggest(name, /[^a-z0-9._]+/g, maxKeyLength)

/** Suggests the slug of a project or an environment: `Pre-production (EU)` gives `pre-production-eu`. */
export const suggestSlug = (name: string): string => suggest(name, /[^a-z0-9]+/g, maxSlugLength)
