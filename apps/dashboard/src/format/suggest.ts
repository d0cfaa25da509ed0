/** What the contract allows. */
const maxSlugLength = 64
const maxKeyLength = 128

/** A name in what `refused` leaves over, from a letter or digit to a letter or digit. Accents go, what has no Latin letter too. */
const suggest = (name: string, refused: RegExp, longest: number): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Up and down again: that spells ß as ss.
    .toUpperCase()
    .toLowerCase()
    .replace(refused, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, longest)
    .replace(/[-._]+$/, '')

/** A flag's key that fits its name: `Checkout – layout (2.0)` gives `checkout-layout-2.0`. */
export const suggestKey = (name: string): string => suggest(name, /[^a-z0-9._]+/g, maxKeyLength)

/** The same of a project or an environment: `Pre-production (EU)` gives `pre-production-eu`. */
export const suggestSlug = (name: string): string => suggest(name, /[^a-z0-9]+/g, maxSlugLength)
