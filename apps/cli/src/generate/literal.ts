/** Characters that are invisible, break a line or change the direction of text, and lone surrogates. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Formats a text as a TypeScript literal that no character in it can end or disguise. */
export const literal = (text: string): string => {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\"|'/g, (quote) => (quote === "'" ? "\\'" : '"'))
  return `'${inside.replace(hidden, escaped)}'`
}

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${unitAt(character, at)}`).join('')

const unitAt = (character: string, at: number): string => character.charCodeAt(at).toString(16).padStart(4, '0')

/** Formats the name of a property, quoted if necessary. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))
