const number = '(0|[1-9][0-9]*)'
const field = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const build = '(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)'
const pattern = new RegExp(`^v?${number}\\.${number}\\.${number}(?:-(${field}(?:\\.${field})*))?${build}?$`)

const digits = /^[0-9]+$/

/** A version in the order of SemVer 2.0.0: three numbers, then the pre-release fields. Build metadata is ignored. */
export type Version = { numbers: readonly string[]; preRelease: readonly string[] }

export function readVersion(text: string): Version | undefined {
  const parts = pattern.exec(text)
  if (!parts) return undefined
  return { numbers: parts.slice(1, 4), preRelease: parts[4]?.split('.') ?? [] }
}

/** Negative if `a` has the lower precedence, 0 if it is the same. */
export function compareVersions(a: Version, b: Version): number {
  const numbers = compareFields(a.numbers, b.numbers)
  if (numbers !== 0) return numbers
  // A release is higher than its pre-releases.
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length
  return compareFields(a.preRelease, b.preRelease)
}

function compareFields(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const order = compareField(a[i] as string, b[i] as string)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareField(a: string, b: string): number {
  if (a === b) return 0
  const isNumber = digits.test(a)
  if (isNumber !== digits.test(b)) return isNumber ? -1 : 1
  // Numbers have no leading zeros, so the longer one is greater, however many digits they have.
  if (isNumber && a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}
