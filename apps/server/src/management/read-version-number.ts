/** The version that a path names; undefined where that is none. */
export const readVersionNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
