import { contentOf } from '../equality.ts'
import type { Evaluated } from '../evaluated.ts'
import { aCount, aSchema, schemas, yesOrNo } from '../form.ts'
import { amount } from '../json.ts'
import type { Keyword } from '../keyword.ts'
import { fitsAt, fitsQuietly, type Node } from '../node.ts'
import { type Run, spend, tell, tellAt } from '../run.ts'

export const arrayKeywords: readonly Keyword[] = [
  {
    name: 'minItems',
    form: aCount,
    check: (least: number) => {
      const message = `must have at least ${amount(least, 'item')}`
      return (value, run) => !Array.isArray(value) || value.length >= least || tell(run, message)
    },
  },
  {
    name: 'maxItems',
    form: aCount,
    check: (most: number) => {
      const message = `must have at most ${amount(most, 'item')}`
      return (value, run) => !Array.isArray(value) || value.length <= most || tell(run, message)
    },
  },
  {
    name: 'uniqueItems',
    form: yesOrNo,
    check: (isAsked) => (value, run) => !isAsked || !Array.isArray(value) || areUnique(value, run),
  },
  {
    name: 'prefixItems',
    form: schemas,
    check: (each: readonly unknown[], making) => {
      const nodes = each.map(making.node)
      return (value, run, seen) => {
        if (!Array.isArray(value)) return true
        if (seen) seen.firstItems = Math.max(seen.firstItems, nodes.length)
        let holds = true
        for (const [at, node] of nodes.entries()) {
          if (at >= value.length || (!holds && run.isQuiet)) break
          holds = fitsAt(node, at, value[at], run) && holds
        }
        return holds
      }
    },
  },
  {
    name: 'items',
    form: aSchema,
    check: (schema, making) => {
      const { prefixItems } = making.schema
      const from = Array.isArray(prefixItems) ? prefixItems.length : 0
      const node = making.node(schema)
      const message = `must have at most ${amount(from, 'item')}`
      return (value, run, seen) => {
        if (!Array.isArray(value)) return true
        if (seen) seen.allItems = true
        return schema === false ? value.length <= from || tell(run, message) : itemsFit(node, value, from, run)
      }
    },
  },
  {
    name: 'contains',
    form: aSchema,
    check: (schema, making) => {
      const node = making.node(schema)
      const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = making.schema
      const least = minContains as number
      const most = maxContains as number
      const tooFew = `must have at least ${amount(least, 'item')} as contains asks for`
      const tooMany = `must have at most ${amount(most, 'item')} as contains asks for`
      const stopAt = most === Number.POSITIVE_INFINITY ? least : most + 1
      return (value, run, seen) => {
        if (!Array.isArray(value)) return true
        const found = countFitting(node, value, stopAt, run, seen)
        if (found < least) return tell(run, tooFew)
        return found <= most || tell(run, tooMany)
      }
    },
  },
  { name: 'minContains', form: aCount },
  { name: 'maxContains', form: aCount },
  {
    name: 'unevaluatedItems',
    form: aSchema,
    last: true,
    check: (schema, making) => {
      const node = making.node(schema)
      return (value, run, seen) => {
        if (!Array.isArray(value) || seen?.allItems) return true
        const rest = seen ? (at: number) => !seen.items.has(at) : undefined
        const holds = itemsFit(node, value, seen?.firstItems ?? 0, run, rest)
        if (seen) seen.allItems = true
        return holds
      }
    },
  },
]

function itemsFit(
  node: Node,
  items: readonly unknown[],
  from: number,
  run: Run,
  isAsked: (at: number) => boolean = () => true,
): boolean {
  let holds = true
  for (let at = from; at < items.length && (holds || !run.isQuiet); at++) {
    spend(run, 1)
    if (isAsked(at) && !fitsAt(node, at, items[at], run)) holds = false
  }
  return holds
}

/** Counts the items that fit, up to `stopAt`; all of them if it matters which ones fit. */
function countFitting(
  node: Node,
  items: readonly unknown[],
  stopAt: number,
  run: Run,
  seen: Evaluated | undefined,
): number {
  let count = 0
  for (let at = 0; at < items.length && (seen || count < stopAt); at++) {
    if (!fitsQuietly(node, items[at], run)) continue
    count++
    seen?.items.add(at)
  }
  return count
}

function areUnique(items: readonly unknown[], run: Run): boolean {
  const before = new Set<string>()
  for (const [at, item] of items.entries()) {
    spend(run, 1)
    before.add(contentOf(item, run))
    if (before.size <= at) return tellAt(run, at, 'must not be the same as an item before it')
  }
  return true
}
