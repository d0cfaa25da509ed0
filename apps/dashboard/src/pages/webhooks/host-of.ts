/** The part of an address that may be shown everywhere: with many services the rest is a secret. */
export const hostOf = (url: string): string => new URL(url).host

/** The name of a webhook: its description, else its host. */
export const nameOf = ({ url, description }: { url: string; description: string | null }): string =>
  description ?? hostOf(url)
