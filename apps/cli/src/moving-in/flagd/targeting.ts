import type { FlagValue } from '@bunting/engine'
import type { Case, Give } from '../logic/cases.ts'
import { answeredBy, isPlainTest, operationOf, testOf } from '../logic/json-logic.ts'
import { byHand, shown } from '../shared/by-hand.ts'
import { all, type Tree } from '../shared/tree.ts'
import { fractional } from './fractional.ts'
import type { Targeting } from './reading.ts'

/**
 * The cases of an `if` chain, in its order: each ends in a variant, in none, or in a split. Ids are positions in the chain,
 * so that an id does not depend on which other cases the clock removes.
 */
export const casesOf = (logic: unknown, targeting: Targeting): Case[] =>
  leavesOf(logic, true, targeting).map(({ path, when, give }) => ({
    id: `flagd-${path.join('-') || '1'}`,
    name: 'parts' in give ? 'Split' : when === true ? 'Everyone else' : '',
    when,
    give,
  }))

type Path = readonly number[]
type Leaf = { path: Path; when: Tree; give: Give }

const leavesOf = (logic: unknown, when: Tree, targeting: Targeting, path: Path = []): Leaf[] => {
  const operation = operationOf(logic)
  if (!operation) return [{ path, when, give: { value: valueFor(logic, targeting) } }]
  if (operation.name === 'if') return branchesOf(operation.args, when, targeting, path)
  if (operation.name === 'fractional') return [{ path, when, give: fractional(operation.args, targeting) }]
  if (isPlainTest(logic)) return answersOf(logic, when, targeting, path)
  const answered = answeredBy(logic, targeting.setting)
  if (answered === undefined) return byHand('operator', `${shown(logic)} computes the variant.`)
  return [
    ...(answered === false ? [] : answersOf(logic, all(when, answered), targeting, path)),
    { path: [...path, 3], when, give: { value: targeting.defaultValue } },
  ]
}

/** The branches of an `if`. The last argument is for everybody whom no test matched; each branch answers everybody in it. */
const branchesOf = (args: readonly unknown[], when: Tree, targeting: Targeting, path: Path, at = 1): Leaf[] => {
  const here = [...path, at]
  if (args.length === 0) return leavesOf(null, when, targeting, here)
  if (args.length === 1) return leavesOf(args[0], when, targeting, here)
  const [test, then, ...rest] = args
  const inside = all(when, testOf(test, targeting.setting))
  return [
    ...(inside === false ? [] : leavesOf(then ?? null, inside, targeting, here)),
    ...branchesOf(rest, when, targeting, path, at + 1),
  ]
}

/** A test in place of a variant answers with the variant that is called true or false. */
const answersOf = (logic: unknown, when: Tree, targeting: Targeting, path: Path): Leaf[] => {
  const inside = all(when, testOf(logic, targeting.setting))
  return [
    ...(inside === false ? [] : [{ path: [...path, 1], when: inside, give: { value: valueFor(true, targeting) } }]),
    { path: [...path, 2], when, give: { value: valueFor(false, targeting) } },
  ]
}

const valueFor = (name: unknown, { variants, defaultValue }: Targeting): FlagValue => {
  if (name === null || name === undefined) return defaultValue
  const variant = typeof name === 'object' ? '' : String(name)
  if (Object.hasOwn(variants, variant)) return variants[variant] as FlagValue
  return byHand('operator', `${shown(name)} is none of its variants: flagd answers with an error there.`)
}
