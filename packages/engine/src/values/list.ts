import { configLimits } from '../config/config-limits.ts'
import { textOf } from './text.ts'

/** The elements of an attribute that is a list; undefined where it is none, and where it counts as not set. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > configLimits.listItems) return undefined
  return value.every((element) => textOf(element) !== undefined) ? value : undefined
}

/** Whether an attribute holds nothing that a condition could be asked about. */
export const isMissing = (value: unknown): boolean => textOf(value) === undefined && elementsOf(value) === undefined
