import { type Evaluated, evaluateAll } from '../evaluated.ts'
import { aSchema, schemas } from '../form.ts'
import type { Keyword } from '../keyword.ts'
import { fits, fitsAlternative, fitsQuietly, type Node } from '../node.ts'
import { type Run, tell } from '../run.ts'

export const inPlaceKeywords: readonly Keyword[] = [
  {
    name: 'allOf',
    form: schemas,
    inPlace: true,
    check: (each: readonly unknown[], making) => {
      const nodes = each.map(making.node)
      return (value, run, seen) => {
        let holds = true
        for (const node of nodes) {
          if (fits(node, value, run, seen)) continue
          if (run.isQuiet) return false
          holds = false
        }
        return holds
      }
    },
  },
  {
    name: 'anyOf',
    form: schemas,
    inPlace: true,
    check: (each: readonly unknown[], making) => {
      const nodes = each.map(making.node)
      return (value, run, seen) => {
        let holds = false
        for (const node of nodes) {
          if (!fitsAlternative(node, value, run, seen)) continue
          holds = true
          // If evaluated parts are collected, all alternatives contribute.
          if (!seen) break
        }
        return holds || tellNearest(nodes, value, run, seen, 'must fit at least one of the schemas of anyOf')
      }
    },
  },
  {
    name: 'oneOf',
    form: schemas,
    inPlace: true,
    check: (each: readonly unknown[], making) => {
      const nodes = each.map(making.node)
      return (value, run, seen) => {
        let count = 0
        for (const node of nodes) {
          if (!fitsAlternative(node, value, run, seen)) continue
          if (++count === 2) return tell(run, 'must fit only one of the schemas of oneOf')
        }
        return count === 1 || tellNearest(nodes, value, run, seen, 'must fit one of the schemas of oneOf')
      }
    },
  },
  {
    name: 'not',
    form: aSchema,
    inPlace: true,
    check: (schema, making) => {
      const node = making.node(schema)
      return (value, run) => !fitsQuietly(node, value, run) || tell(run, 'must not fit the schema of not')
    },
  },
  {
    name: 'if',
    form: aSchema,
    inPlace: true,
    check: (condition, making) => {
      const node = making.node(condition)
      const { then = true, else: otherwise = true } = making.schema
      const [thenNode, elseNode] = [making.node(then), making.node(otherwise)]
      return (value, run, seen) => fits(fitsAlternative(node, value, run, seen) ? thenNode : elseNode, value, run, seen)
    },
  },
  { name: 'then', form: aSchema, inPlace: true },
  { name: 'else', form: aSchema, inPlace: true },
]

/** Reports the problems of the only alternative that allows this type of value, since those are the useful ones. */
function tellNearest(
  nodes: readonly Node[],
  value: unknown,
  run: Run,
  seen: Evaluated | undefined,
  message: string,
): false {
  if (run.isQuiet) return false
  const [nearest, ...others] = nodes.filter((node) => node.admits(value))
  if (nearest && others.length === 0) fits(nearest, value, run, seen)
  else {
    // If no alternative fits, nothing is known about unevaluated parts: reporting those too would only repeat the problem.
    if (seen) evaluateAll(seen)
    tell(run, message)
  }
  return false
}
