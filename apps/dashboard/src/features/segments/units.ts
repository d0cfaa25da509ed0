import { isolate } from '@bunting/contract/text'

/** What its lists hold: `people`, or `companyId`. */
export const sayUnit = (unit: string | null): string => (unit === null ? 'people' : isolate(unit))

/** The attribute that decides whether somebody is on a list. */
export const attributeOf = (unit: string | null): string => unit ?? 'userId'
