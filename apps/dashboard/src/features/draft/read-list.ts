/** The values in a text that was typed or pasted: with commas, tabs or lines between them. */
export const readList = (text: string, read: (value: string) => string = (value) => value): string[] =>
  text
    .split(/[,\n\t]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(read)
