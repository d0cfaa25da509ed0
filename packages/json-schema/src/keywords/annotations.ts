import { aList, anyValue, aSchema, aText, type Form, must, yesOrNo } from '../form.ts'
import { isObject, under } from '../json.ts'
import type { Keyword } from '../keyword.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const vocabularies = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content']
const knownVocabularies = new Set(vocabularies.map((name) => `https://json-schema.org/draft/2020-12/vocab/${name}`))

const vocabulary: Form = {
  problems: (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, isNeeded]) =>
          knownVocabularies.has(name)
            ? yesOrNo.problems(isNeeded, under(path, name))
            : [{ path: under(path, name), message: 'is not a known vocabulary of JSON Schema 2020-12' }],
        )
      : [{ path, message: 'must be an object' }],
}

/** Keywords that describe a schema or a value, and do not restrict the value. */
export const annotationKeywords: readonly Keyword[] = [
  { name: '$schema', form: must((value) => value === dialect || value === `${dialect}#`, dialect) },
  { name: '$vocabulary', form: vocabulary },
  { name: '$id', form: aText },
  { name: '$comment', form: aText },
  { name: 'title', form: aText },
  { name: 'description', form: aText },
  { name: 'default', form: anyValue },
  { name: 'examples', form: aList },
  { name: 'deprecated', form: yesOrNo },
  { name: 'readOnly', form: yesOrNo },
  { name: 'writeOnly', form: yesOrNo },
  { name: 'format', form: aText },
  { name: 'contentEncoding', form: aText },
  { name: 'contentMediaType', form: aText },
  { name: 'contentSchema', form: aSchema },
]
