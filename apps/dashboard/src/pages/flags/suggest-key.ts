const longest = 128

/** A key that fits the name: `Checkout – layout (new)` gives `checkout-layout-new`. Accents go, what has no Latin letter too. */
export const suggestKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Up and down again: that spells ß as ss.
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, longest)
    .replace(/[-._]+$/, '')
