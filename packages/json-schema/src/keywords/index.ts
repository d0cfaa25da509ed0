import type { Keyword } from '../keyword.ts'
import { annotationKeywords } from './annotations.ts'
import { anyValueKeywords } from './any-value.ts'
import { arrayKeywords } from './arrays.ts'
import { inPlaceKeywords } from './in-place.ts'
import { numberKeywords } from './numbers.ts'
import { objectKeywords } from './objects.ts'
import { referenceKeywords } from './references.ts'
import { textKeywords } from './texts.ts'

const all: readonly Keyword[] = [
  ...anyValueKeywords,
  ...numberKeywords,
  ...textKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...referenceKeywords,
  ...inPlaceKeywords,
  ...annotationKeywords,
]

const byName: ReadonlyMap<string, Keyword> = new Map(all.map((keyword) => [keyword.name, keyword]))

/** Finds a keyword; undefined for any other member of a schema. */
export const findKeyword = (name: string): Keyword | undefined => byName.get(name)
