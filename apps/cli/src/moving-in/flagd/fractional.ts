import type { HashKind } from '@bunting/engine'
import type { Give } from '../logic/cases.ts'
import { operationOf, pathOf } from '../logic/json-logic.ts'
import type { Part } from '../logic/shares.ts'
import { byHand, shown } from '../shared/by-hand.ts'
import type { Targeting } from './reading.ts'

type Unit = { kind: HashKind; salt: string; bucketBy?: string }

const generations = { 1: 'flagd1', 2: 'flagd2', 3: 'flagd3' } as const

/** Converts `[unit?, [variant, weight]…]`: weights have any sum; the default unit is the flag's and the targeting key. */
export const fractional = (args: readonly unknown[], targeting: Targeting): Give => {
  const [first, ...others] = args
  const isShorthand = args.length === 0 || Array.isArray(first)
  const { kind, salt, bucketBy } = isShorthand ? shorthand(targeting) : unitOf(first, targeting)
  const parts = (isShorthand ? args : others).map((bucket) => partOf(bucket, targeting))
  return { parts, hash: { kind, salt }, ...(bucketBy === undefined ? {} : { bucketBy }) }
}

const shorthand = ({ flagKey, generation }: Targeting): Unit => ({
  kind: generation === 3 ? 'flagd3pair' : generations[generation],
  salt: flagKey,
})

const unitOf = (logic: unknown, { flagKey, generation, setting }: Targeting): Unit => {
  const operation = operationOf(logic)
  const joined = operation?.name === 'cat' ? operation.args : [logic]
  const texts = joined.slice(0, -1).map((part) => (pathOf(part) === '$flagd.flagKey' ? flagKey : part))
  const path = pathOf(joined.at(-1))
  if (path === undefined || setting.constants.has(path) || texts.some((part) => typeof part !== 'string')) {
    return byHand('nested-fraction', `${shown(logic)} is no text followed by one attribute.`)
  }
  const attribute = setting.attributeOf(path)
  if (operation?.name === 'cat') {
    setting.notes.widened(
      'missing-var',
      `Without ${attribute}, flagd draws by ${shown(logic)} all the same; here the default variant answers.`,
    )
  }
  if (attribute !== 'userId') {
    setting.notes.widened('empty-unit', oddUnits(attribute, generation))
  }
  return {
    kind: generations[generation],
    salt: texts.join(''),
    ...(attribute === 'userId' ? {} : { bucketBy: attribute }),
  }
}

/** A note on units that are empty or no text. They are rare, and each version of `fractional` treats them differently. */
const oddUnits = (attribute: string, generation: Targeting['generation']): string =>
  generation === 3
    ? `flagd also draws an empty ${attribute}, lists and objects, and tells 7 from "7"; here texts and whole numbers are drawn, by their text.`
    : `flagd also draws an empty ${attribute}, and no number; here whole numbers are drawn by their text, and an empty text is nothing to draw.`

const partOf = (bucket: unknown, { defaultVariant, variants }: Targeting): Part => {
  if (!Array.isArray(bucket) || bucket.length === 0 || bucket.length > 2) {
    return byHand('nested-fraction', `${shown(bucket)} is no variant with its weight.`)
  }
  const [name, weight = 1] = bucket
  if (!Number.isSafeInteger(weight)) return byHand('nested-fraction', `The weight ${shown(weight)} is no whole number.`)
  const variant =
    name === null ? defaultVariant : ['string', 'number', 'boolean'].includes(typeof name) ? String(name) : undefined
  if (variant === undefined || !Object.hasOwn(variants, variant)) {
    return byHand('nested-fraction', `${shown(name)} is none of its variants.`)
  }
  return { variant, weight: Math.max(0, weight) }
}
