import { configLimits } from '../config/config-limits.ts'
import { textOf } from './text.ts'

/** The elements of an attribute that is a list; undefined if it is no list, or one that counts as missing. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > configLimits.listItems) return undefined
  return value.every((element) => textOf(element) !== undefined) ? value : undefined
}

/** Tells whether an attribute holds nothing that a condition could compare. */
export const isMissing = (value: unknown): boolean => textOf(value) === undefined && elementsOf(value) === undefined
