import type { Problem } from '@bunting/engine'
import { anchorsOf, findTarget } from './find-target.ts'
import { type Fields, isObject } from './json.ts'
import type { Making } from './keyword.ts'
import { typeTest } from './keywords/any-value.ts'
import { findKeyword } from './keywords/index.ts'
import { anything, fits, makeNode, type Node, nothing } from './node.ts'
import { placesIn } from './places.ts'
import { type Budget, enough, makeBudget, makeRun, tooLong } from './run.ts'
import { schemaProblems } from './schema-problems.ts'

type Options = {
  /** The path of the value. */
  readonly path?: string
  /** The budget of several validations that together may take no longer than one. */
  readonly budget?: Budget
}

/** Returns the problems of a value, each with its path. */
export type Validate = (value: unknown, options?: Options) => Problem[]

/** Compiles a schema; throws if `schemaProblems` finds a problem. */
export function compileSchema(schema: unknown): Validate {
  const [problem] = schemaProblems(schema, 'schema')
  if (problem) throw new Error(`${problem.path} ${problem.message}`)
  const root = rootNode(schema)
  return (value, { path = '', budget = makeBudget() } = {}) => {
    const run = makeRun(path, budget)
    try {
      fits(root, value, run)
    } catch (error) {
      if (error === tooLong) return [{ path, message: takesTooLong }]
      if (error !== enough) throw error
    }
    return run.problems
  }
}

const takesTooLong = 'takes too long to check against the schema: use a smaller value or a simpler schema'

function rootNode(root: unknown): Node {
  const anchors = anchorsOf(placesIn(root, '').places)
  const known = new Map<Fields, Node>()
  const node = (schema: unknown): Node => {
    if (!isObject(schema)) return schema === false ? nothing : anything
    const made = known.get(schema) ?? makeNode()
    known.set(schema, made)
    return made
  }
  const target = (reference: string) => node(findTarget(root, anchors, reference))
  const made = node(root)
  // A map may grow during iteration: this reaches every schema without recursion, which references could make too deep.
  for (const [schema, each] of known) fill(each, { schema, node, target })
  return made
}

function fill(node: Node, making: Making): void {
  const keywords = Object.entries(making.schema).flatMap(([name, value]) => {
    const keyword = findKeyword(name)
    return keyword?.check ? [{ value, keyword }] : []
  })
  const inOrder = [
    ...keywords.filter(({ keyword }) => !keyword.last),
    ...keywords.filter(({ keyword }) => keyword.last),
  ]
  node.watches = keywords.some(({ keyword }) => keyword.last)
  node.admits = typeTest(making.schema.type)
  for (const { keyword, value } of inOrder) if (keyword.check) node.checks.push(keyword.check(value, making))
}
