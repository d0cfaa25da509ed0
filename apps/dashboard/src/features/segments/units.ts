import { isolate } from '@bunting/contract/text'

/** The kind of ids in a segment's lists: `people`, or `companyId`. */
export const sayUnit = (unit: string | null): string => (unit === null ? 'people' : isolate(unit))

/** The attribute whose value is looked up in the lists. */
export const attributeOf = (unit: string | null): string => unit ?? 'userId'
