import { schemasIn } from './form.ts'
import { type Fields, isObject } from './json.ts'
import type { KnownKeyword, Place } from './places.ts'

/** A step from a schema to one that applies to the same value; `reference` is the path of the reference, if it is one. */
type Edge = { readonly to: Fields; readonly reference?: string }
type Step = { readonly schema: Fields; readonly edges: readonly Edge[]; next: number; by: Edge | undefined }

/**
 * The paths of references that lead back to themselves without going deeper into the value: applying such a schema would
 * never end. It uses no recursion, since thousands of references may follow each other.
 */
export function findCircles(places: readonly Place[], targetOf: (reference: string) => unknown): string[] {
  const edges = new Map(places.map(({ schema, keywords }) => [schema, edgesOf(keywords, targetOf)]))
  const done = new Set<Fields>()
  const open = new Set<Fields>()
  const circles = new Set<string>()
  const step = (schema: Fields, by?: Edge): Step => {
    open.add(schema)
    return { schema, edges: edges.get(schema) ?? [], next: 0, by }
  }
  for (const { schema } of places) {
    const steps = done.has(schema) ? [] : [step(schema)]
    for (let last = steps.at(-1); last; last = steps.at(-1)) {
      const edge = last.edges[last.next++]
      if (!edge) {
        done.add(last.schema)
        open.delete(last.schema)
        steps.pop()
      } else if (open.has(edge.to)) {
        circles.add(referenceIn(steps, edge))
      } else if (!done.has(edge.to)) {
        steps.push(step(edge.to, edge))
      }
    }
  }
  return [...circles]
}

/** A cycle has at least one reference: schemas do not contain themselves. */
function referenceIn(steps: readonly Step[], last: Edge): string {
  if (last.reference !== undefined) return last.reference
  return steps.findLast(({ by }) => by?.reference !== undefined)?.by?.reference ?? ''
}

const edgesOf = (keywords: readonly KnownKeyword[], targetOf: (reference: string) => unknown): Edge[] =>
  keywords.flatMap(({ keyword, value, path }): Edge[] => {
    if (isReference(keyword.name)) {
      const to = targetOf(value as string)
      return isObject(to) ? [{ to, reference: path }] : []
    }
    if (!keyword.inPlace) return []
    return schemasIn(keyword.form, value).flatMap(({ schema }) => (isObject(schema) ? [{ to: schema }] : []))
  })

export const isReference = (name: string): boolean => name === '$ref' || name === '$dynamicRef'
