/** Letters of the scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * What somebody typed, inside a sentence that is one text: from right to left it stands by itself, or it would turn what
 * is around it. Where it is an element of its own, that is a `bdi` or has `dir="auto"`.
 */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
