type WithNamesProps = { text: string; names: readonly string[] }

/** What can be the key of a variant, without the full stop of a sentence. */
const words = /([\w-]+(?:\.[\w-]+)*)/

/** A sentence in which the names of variants stand out. */
export const WithNames = ({ text, names }: WithNamesProps) =>
  text.split(words).map((part, at) => (names.includes(part) ? <code key={at}>{part}</code> : part))
