import { cutTo } from './display-width.ts'

/** A value as JSON on one line. */
export const valueText = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))

/** The most columns of a value within a sentence: enough to recognize it. */
const maxWidth = 200

/** A shortened value for a sentence, which a long document would hide. */
export const briefText = (value: unknown): string => cutTo(valueText(value), maxWidth)
