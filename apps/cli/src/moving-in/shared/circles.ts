import { wrongUse } from '../../core/failure.ts'

/** Ends the command where something needs itself, by way of others or not: nothing here could be saved first. */
export const refuseCircles = (what: string, needs: ReadonlyMap<string, readonly string[]>): void => {
  const done = new Set<string>()
  for (const start of needs.keys()) {
    const path: { key: string; left: string[] }[] = [{ key: start, left: [...(needs.get(start) ?? [])] }]
    const onPath = new Set([start])
    while (path.length > 0 && !done.has(start)) {
      const here = path.at(-1) as (typeof path)[number]
      const next = here.left.pop()
      if (next === undefined) {
        path.pop()
        onPath.delete(here.key)
        done.add(here.key)
      } else if (onPath.has(next)) {
        const circle = [...path.map(({ key }) => key), next].slice(path.findIndex(({ key }) => key === next))
        wrongUse(
          `These ${what} need each other in a circle: ${circle.join(' → ')}.`,
          'Take one of them out of it, and import again.',
        )
      } else if (!done.has(next)) {
        path.push({ key: next, left: [...(needs.get(next) ?? [])] })
        onPath.add(next)
      }
    }
  }
}
