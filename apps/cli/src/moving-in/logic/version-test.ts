import { all, any, type Tree } from '../shared/tree.ts'

type Comparison = 'semver_eq' | 'semver_lt' | 'semver_lte' | 'semver_gt' | 'semver_gte'

/** Completes a version to three numbers; undefined if the text is no version. */
const paddedVersion = (text: string): string | undefined => {
  const bare = text.replace(/^[vV]/, '')
  if (/^\d+$/.test(bare)) return `${Number(bare)}.0.0`
  if (/^\d+\.\d+$/.test(bare)) return `${bare}.0`
  return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(bare) ? bare : undefined
}

const numbersOf = (version: string): [number, number] => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return [major, minor]
}

/** `^` means the same major number, `~` also the same minor one; both ranges start at the first pre-release. */
export const comparedVersion = (attribute: string, operator: string, text: string): Tree | undefined => {
  const version = paddedVersion(text)
  if (version === undefined) return undefined
  const is = (name: Comparison, value: string = version): Tree => ({ attribute, operator: name, value })
  const [major, minor] = numbersOf(version)
  const tests: Record<string, () => Tree> = {
    '=': () => is('semver_eq'),
    // A text that is no version matches neither of them.
    '!=': () => any(is('semver_lt'), is('semver_gt')),
    '<': () => is('semver_lt'),
    '<=': () => is('semver_lte'),
    '>': () => is('semver_gt'),
    '>=': () => is('semver_gte'),
    '^': () => all(is('semver_gte', `${major}.0.0-0`), is('semver_lt', `${major + 1}.0.0-0`)),
    '~': () => all(is('semver_gte', `${major}.${minor}.0-0`), is('semver_lt', `${major}.${minor + 1}.0-0`)),
  }
  return Object.hasOwn(tests, operator) ? tests[operator]?.() : undefined
}
