/** The default of parallel requests: a browser allows few per host, and other requests need some of them. */
const few = 4

/** Processes the items in order, a few at a time. */
export const fewAtOnce = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = few,
): Promise<void> => {
  const waiting = [...items]
  const workOn = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, workOn))
}
