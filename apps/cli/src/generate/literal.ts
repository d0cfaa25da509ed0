/** Characters that cannot be seen, end a line or turn the text around, and halves of characters. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A text as a literal of TypeScript, which no character of it can leave or disguise. */
export const literal = (text: string): string => {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\"|'/g, (quote) => (quote === "'" ? "\\'" : '"'))
  return `'${inside.replace(hidden, escaped)}'`
}

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${unitAt(character, at)}`).join('')

const unitAt = (character: string, at: number): string => character.charCodeAt(at).toString(16).padStart(4, '0')

/** The name of a property, in quotes where it needs them. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))
