import { cutTo } from '../output/display-width.ts'

/** A value as JSON writes it, on one line. */
export const valueText = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))

/** Enough to know it again. */
const maxWidth = 200

/** The same in a sentence, where a document of any size would hide the rest. */
export const briefText = (value: unknown): string => cutTo(valueText(value), maxWidth)
