import type { Problem } from '@bunting/engine'
import { schemasIn } from './form.ts'
import { type Fields, isObject, under } from './json.ts'
import type { Keyword } from './keyword.ts'
import { findKeyword } from './keywords/index.ts'

export type KnownKeyword = { readonly keyword: Keyword; readonly value: unknown; readonly path: string }

/** A schema or a subschema, with its path and its known keywords. */
export type Place = { readonly schema: Fields; readonly path: string; readonly keywords: readonly KnownKeyword[] }

/** Every schema that is an object, parents first. Anything else in the place of a schema is a problem. */
export function placesIn(root: unknown, path: string): { places: Place[]; problems: Problem[] } {
  const places: Place[] = []
  const problems: Problem[] = []
  const visit = (schema: unknown, at: string) => {
    if (typeof schema === 'boolean') return
    if (!isObject(schema)) {
      problems.push({ path: at, message: 'must be a schema: an object, true or false' })
      return
    }
    const keywords = Object.entries(schema).flatMap(([name, value]) => {
      const keyword = findKeyword(name)
      return keyword ? [{ keyword, value, path: under(at, name) }] : []
    })
    places.push({ schema, path: at, keywords })
    for (const { keyword, value, path: inside } of keywords) {
      for (const { part, schema: each } of schemasIn(keyword.form, value)) {
        visit(each, part === undefined ? inside : under(inside, part))
      }
    }
  }
  visit(root, path)
  return { places, problems }
}
