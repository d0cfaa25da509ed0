/** The values in a typed or pasted text, separated by commas, tabs or line breaks. */
export const readList = (text: string, read: (value: string) => string = (value) => value): string[] =>
  text
    .split(/[,\n\t]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(read)
