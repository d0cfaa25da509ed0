/** Returns whether the text from `start` to `end` is a whole word. */
export type StandsAlone = (bytes: Buffer, start: number, end: number) => boolean

const letter = /[\p{L}\p{M}\p{N}]/u

/** A word ends if no letter, digit or character of `others` follows. A delimiter always ends it. */
export const standsBetweenBorders = (others: string, delimiters: readonly string[]): StandsAlone => {
  const goesOn = new Uint8Array(128)
  for (let byte = 0; byte < 128; byte++) {
    const character = String.fromCharCode(byte)
    goesOn[byte] =
      !delimiters.includes(character) && (/[A-Za-z0-9]/.test(character) || others.includes(character)) ? 1 : 0
  }
  const isBorderBefore = (bytes: Buffer, start: number): boolean => {
    if (start === 0) return true
    const byte = bytes[start - 1] as number
    return byte < 128 ? goesOn[byte] === 0 : !letter.test(decode(bytes, Math.max(0, start - 4), start).at(-1) ?? '')
  }
  const isBorderAfter = (bytes: Buffer, end: number): boolean => {
    if (end === bytes.length) return true
    const byte = bytes[end] as number
    return byte < 128 ? goesOn[byte] === 0 : !letter.test(decode(bytes, end, end + 4)[0] ?? '')
  }
  return (bytes, start, end) => isBorderBefore(bytes, start) && isBorderAfter(bytes, end)
}

const quotes = [...'\'"`'].map((quote) => quote.charCodeAt(0))
export const isQuote = (byte: number | undefined): byte is number => byte !== undefined && quotes.includes(byte)

export const standsInQuotes: StandsAlone = (bytes, start, end) =>
  isQuote(bytes[start - 1]) && bytes[end] === bytes[start - 1]

/** Decodes a few bytes into characters; an incomplete character becomes U+FFFD, which is not a letter. */
const decode = (bytes: Buffer, from: number, to: number): string[] => [
  ...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to)),
]
