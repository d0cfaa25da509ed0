/** Of an address what is shown everywhere: with many services the rest of it is a secret. */
export const hostOf = (url: string): string => new URL(url).host

/** What it is called: by its description, else by where it leads. */
export const nameOf = ({ url, description }: { url: string; description: string | null }): string =>
  description ?? hostOf(url)
