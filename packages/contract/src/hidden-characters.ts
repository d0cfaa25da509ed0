/** Scripts in which zero-width characters control whether letters are joined. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Mandaic', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese'],
]
const letter = `[${joining.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`

/** Patterns in which an invisible character is part of a visible one. */
const visible = [
  // 👩‍💻: pictures joined into one.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{fe0f}])\\u{200d}(?=\\p{Extended_Pictographic})',
  // می‌خواهم: inside a word of a script that joins letters.
  `(?<=${letter})[\\u{200c}\\u{200d}](?=${letter})`,
  // ❤️: a sign as a picture, or as a text.
  '(?<=\\p{Emoji})[\\u{fe0e}\\u{fe0f}]',
  // One of several ways to write a character.
  '(?<=\\p{Script=Han})[\\u{fe00}-\\u{fe0f}\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u{180b}-\\u{180d}\\u{180f}]',
  // 🏴󠁧󠁢󠁳󠁣󠁴󠁿: the flag of a part of a country.
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]',
]
const hidden = '[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]'
const found = new RegExp(`${visible.map((each) => `(?:${each})`).join('|')}|(?<hidden>${hidden})`, 'gu')

/** Matches most texts. It is much faster than the search for hidden characters, which these texts cannot contain. */
const plain = /^[\x20-\x7e]*$/

const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Characters that are allowed in a text of several lines only. */
const isLayout = (character: string): boolean => /[\t\n\r\u2028\u2029]/.test(character)

/**
 * The problem of a text that people read in a list, a log or a terminal; undefined if there is none. Characters are refused
 * that control the display, are invisible, or reverse what follows, because they make a name look like another one.
 */
export const hiddenProblem = (text: string, lines: 'one line' | 'lines'): string | undefined => {
  if (plain.test(text)) return undefined
  for (const { index, groups } of text.matchAll(found)) {
    const character = groups?.hidden
    // A null byte is refused everywhere, before it comes here.
    if (character === undefined || character === '\0' || (lines === 'lines' && isLayout(character))) continue
    return `must not contain ${describe(character)}: it is character ${[...text.slice(0, index)].length + 1}`
  }
  return undefined
}

/** Removes the characters that `hiddenProblem` refuses, for names from other sources. */
export const withoutHidden = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(found, (...match) => ((match.at(-1) as { hidden?: string }).hidden === undefined ? match[0] : ''))

const describe = (character: string): string => {
  const code = `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`
  if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(character)) return `the control character ${code}`
  return direction.test(character) ? `${code}, which changes the direction of text` : `${code}, which cannot be seen`
}
