import { must, schemasByName } from '../form.ts'
import type { Keyword, Making } from '../keyword.ts'
import { type Check, fits } from '../node.ts'

const reference = must(
  (value) => typeof value === 'string' && value.startsWith('#'),
  'a reference within this schema, such as #, #/$defs/address or #address: no other schema is fetched',
)
const anchor = must(
  (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
  'a name of letters, digits, hyphens, underscores and dots that begins with a letter or an underscore',
)

const follow = (target: string, making: Making): Check => {
  const node = making.target(target)
  return (value, run, seen) => fits(node, value, run, seen)
}

export const referenceKeywords: readonly Keyword[] = [
  { name: '$ref', form: reference, check: follow },
  // There are no embedded schema resources, so each anchor occurs once, and a dynamic reference is a plain one.
  { name: '$dynamicRef', form: reference, check: follow },
  { name: '$anchor', form: anchor },
  { name: '$dynamicAnchor', form: anchor },
  { name: '$defs', form: schemasByName },
  // The name of `$defs` before 2019, which 2020-12 still allows.
  { name: 'definitions', form: schemasByName },
]
