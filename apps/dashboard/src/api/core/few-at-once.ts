/** A browser sends few more to one place, and others want to be answered meanwhile. */
const few = 4

/** Does something with each, a few at a time, in their order. */
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
