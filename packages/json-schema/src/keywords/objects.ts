import { aCount, aSchema, names, namesByName, schemasByName, schemasByPattern } from '../form.ts'
import { amount, type Fields, isObject } from '../json.ts'
import type { Keyword } from '../keyword.ts'
import { fits, fitsAt, type Node } from '../node.ts'
import { preparePattern } from '../pattern.ts'
import { namesOf, type Run, spend, tell, tellAt } from '../run.ts'

/** Up to this many names are always looked up one by one, whatever the size of the value. */
const few = 8

export const objectKeywords: readonly Keyword[] = [
  {
    name: 'minProperties',
    form: aCount,
    check: (least: number) => {
      const message = `must have at least ${amount(least, 'field')}`
      return (value, run) => !isObject(value) || namesOf(value, run).length >= least || tell(run, message)
    },
  },
  {
    name: 'maxProperties',
    form: aCount,
    check: (most: number) => {
      const message = `must have at most ${amount(most, 'field')}`
      return (value, run) => !isObject(value) || namesOf(value, run).length <= most || tell(run, message)
    },
  },
  {
    name: 'required',
    form: names,
    check: (required: readonly string[]) => (value, run) =>
      !isObject(value) || hasAll(value, required, 'is required', run),
  },
  {
    name: 'dependentRequired',
    form: namesByName,
    check: (dependent: Readonly<Record<string, readonly string[]>>) => {
      const entries = Object.entries(dependent).map(([name, required]) => {
        return { name, required, message: `is required where ${name} is given` }
      })
      return (value, run) =>
        !isObject(value) ||
        eachHolds(entries, run, ({ name, required, message }) => {
          return !Object.hasOwn(value, name) || hasAll(value, required, message, run)
        })
    },
  },
  {
    name: 'dependentSchemas',
    form: schemasByName,
    inPlace: true,
    check: (dependent: Fields, making) => {
      const entries = Object.entries(dependent).map(([name, schema]) => [name, making.node(schema)] as const)
      return (value, run, seen) =>
        !isObject(value) ||
        eachHolds(entries, run, ([name, node]) => !Object.hasOwn(value, name) || fits(node, value, run, seen))
    },
  },
  {
    name: 'properties',
    form: schemasByName,
    check: (properties: Fields, making) => {
      const nodes = new Map(Object.entries(properties).map(([name, schema]) => [name, making.node(schema)]))
      return (value, run, seen) => {
        if (!isObject(value)) return true
        return eachHolds(knownNames(nodes, value, run), run, (name) => {
          seen?.names.add(name)
          return fitsAt(nodes.get(name) as Node, name, value[name], run)
        })
      }
    },
  },
  {
    name: 'patternProperties',
    form: schemasByPattern,
    check: (properties: Fields, making) => {
      const entries = Object.entries(properties).map(
        ([source, schema]) => [preparePattern(source), making.node(schema)] as const,
      )
      return (value, run, seen) => {
        if (!isObject(value)) return true
        return eachHolds(namesOf(value, run), run, (name) =>
          eachHolds(entries, run, ([matches, node]) => {
            if (!matches(name, run)) return true
            seen?.names.add(name)
            return fitsAt(node, name, value[name], run)
          }),
        )
      }
    },
  },
  {
    name: 'additionalProperties',
    form: aSchema,
    check: (schema, making) => {
      const { properties = {}, patternProperties = {} } = making.schema
      const known = new Set(Object.keys(properties as Fields))
      const patterns = Object.keys(patternProperties as Fields).map(preparePattern)
      const fit = restFits(schema, making.node(schema))
      return (value, run, seen) => {
        if (!isObject(value)) return true
        if (seen) seen.allNames = true
        return eachHolds(namesOf(value, run), run, (name) => {
          if (known.has(name) || patterns.some((matches) => matches(name, run))) return true
          return fit(name, value[name], run)
        })
      }
    },
  },
  {
    name: 'propertyNames',
    form: aSchema,
    check: (schema, making) => {
      const node = making.node(schema)
      return (value, run) =>
        !isObject(value) || eachHolds(namesOf(value, run), run, (name) => nameFits(node, name, run))
    },
  },
  {
    name: 'unevaluatedProperties',
    form: aSchema,
    last: true,
    check: (schema, making) => {
      const fit = restFits(schema, making.node(schema))
      return (value, run, seen) => {
        if (!isObject(value) || seen?.allNames) return true
        const holds = eachHolds(namesOf(value, run), run, (name) => {
          return seen?.names.has(name) || fit(name, value[name], run)
        })
        if (seen) seen.allNames = true
        return holds
      }
    },
  },
]

/** Checks each item; if problems are reported, it goes on after the first. */
function eachHolds<Item>(items: readonly Item[], run: Run, holds: (item: Item) => boolean): boolean {
  let all = true
  for (const item of items) {
    spend(run, 1)
    if (holds(item)) continue
    if (run.isQuiet) return false
    all = false
  }
  return all
}

function hasAll(value: Fields, required: readonly string[], message: string, run: Run): boolean {
  return eachHolds(required, run, (name) => Object.hasOwn(value, name) || tellAt(run, name, message))
}

/** The names that both have, found from the shorter list: a small object may meet a large schema, or the other way round. */
function knownNames(nodes: ReadonlyMap<string, Node>, value: Fields, run: Run): readonly string[] {
  if (nodes.size > few) {
    const given = namesOf(value, run)
    if (given.length < nodes.size) {
      spend(run, given.length)
      return given.filter((name) => nodes.has(name))
    }
  }
  spend(run, nodes.size)
  return [...nodes.keys()].filter((name) => Object.hasOwn(value, name))
}

const restFits =
  (schema: unknown, node: Node) =>
  (name: string, value: unknown, run: Run): boolean =>
    schema === false ? tellAt(run, name, 'is not a known field') : fitsAt(node, name, value, run)

function nameFits(node: Node, name: string, run: Run): boolean {
  run.preface = 'is no name for a field here: it '
  const holds = fitsAt(node, name, name, run)
  run.preface = ''
  return holds
}
