/** The selection after a tick; with a range, every flag from the last ticked one to it. */
export const selectTo = (
  selected: ReadonlySet<string>,
  shown: readonly string[],
  { id, on, from }: { id: string; on: boolean; from?: string | undefined },
): ReadonlySet<string> => {
  const next = new Set(selected)
  const [at, other] = [shown.indexOf(id), from === undefined ? -1 : shown.indexOf(from)]
  const range = other < 0 || at < 0 ? [id] : shown.slice(Math.min(at, other), Math.max(at, other) + 1)
  for (const one of range) {
    if (on) next.add(one)
    else next.delete(one)
  }
  return next
}
