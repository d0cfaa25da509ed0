/** The version number in a path; undefined if it is not one. */
export const readVersionNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
