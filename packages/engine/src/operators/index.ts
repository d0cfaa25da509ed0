import { after } from './after.ts'
import { before } from './before.ts'
import { contains } from './contains.ts'
import { endsWith } from './ends-with.ts'
import { equals } from './equals.ts'
import { geoCountry } from './geo-country.ts'
import { gt } from './gt.ts'
import { gte } from './gte.ts'
import { isIn } from './in.ts'
import { isNotSet } from './is-not-set.ts'
import { isSet } from './is-set.ts'
import { lt } from './lt.ts'
import { lte } from './lte.ts'
import { notContains } from './not-contains.ts'
import { notEquals } from './not-equals.ts'
import { notIn } from './not-in.ts'
import type { Operator } from './operator.ts'
import { regex } from './regex.ts'
import { semverEq } from './semver-eq.ts'
import { semverGt } from './semver-gt.ts'
import { semverGte } from './semver-gte.ts'
import { semverLt } from './semver-lt.ts'
import { semverLte } from './semver-lte.ts'
import { startsWith } from './starts-with.ts'

const all = [
  equals,
  notEquals,
  isIn,
  notIn,
  contains,
  notContains,
  startsWith,
  endsWith,
  gt,
  gte,
  lt,
  lte,
  before,
  after,
  semverEq,
  semverGt,
  semverGte,
  semverLt,
  semverLte,
  isSet,
  isNotSet,
  regex,
  geoCountry,
] as const

type Names<List extends readonly Operator[]> = { readonly [Index in keyof List]: List[Index]['name'] }

/** Every operator, in the order in which the dashboard offers them. */
export const operators: readonly Operator[] = all

/** A tuple, so that a schema can make an enum of it. */
export const operatorNames = all.map((operator) => operator.name) as unknown as Names<typeof all>

export type OperatorName = (typeof operatorNames)[number]

const byName: ReadonlyMap<string, Operator> = new Map(operators.map((operator) => [operator.name, operator]))

export const findOperator = (name: string): Operator | undefined => byName.get(name)
