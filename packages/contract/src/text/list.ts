/** Joins items as `a`, `a and b`, `a, b and c`. */
export const sayList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** Joins the sentences of changes that were made at once. */
export const joined = <Item>(lists: readonly Item[][], between: Item): Item[] =>
  lists.flatMap((list, index) => (index === 0 ? list : [between, ...list]))
