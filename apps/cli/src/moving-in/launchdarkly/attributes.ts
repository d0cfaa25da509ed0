import type { Notes } from '../shared/findings.ts'

/** The attribute that a clause or a rollout reads: the kind of context, and the path to the attribute. */
export type Reference = { kind: string; path: readonly string[] }

export const userKind = 'user'

/** Parses a reference as LaunchDarkly's SDKs do: without a context kind any text is a name, with one "/a/b" is a path. */
export const referenceOf = (
  attribute: string | null | undefined,
  contextKind: string | null | undefined,
): Reference | undefined => {
  if (!attribute) return undefined
  const kind = contextKind || userKind
  if (!contextKind || !attribute.startsWith('/')) {
    return contextKind && /\/\/|~$/.test(attribute) ? undefined : { kind, path: [attribute] }
  }
  if (attribute === '/' || /\/\/|^\/.*~[^0|^1]|~$/.test(attribute)) return undefined
  const path = attribute
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return path[0] === '_meta' ? undefined : { kind, path }
}

export const keyOf = (contextKind: string | null | undefined): Reference => ({
  kind: contextKind || userKind,
  path: ['key'],
})

export const isKey = ({ path }: Reference): boolean => path.length === 1 && path[0] === 'key'

/** Bunting's names of LaunchDarkly's attributes. All kinds of context share one context in Bunting. */
export type Names = {
  of(reference: Reference, notes: Notes): string
  /** The attribute that is hashed; undefined for the user. */
  unitOf(reference: Reference, notes: Notes): string | undefined
}

/** Fields of Bunting's context, whose names an attribute cannot have. */
const fields = ['userId', 'anonymousId']

export const openNames = (rename: ReadonlyMap<string, string>): Names => {
  const known = new Map<string, string>()
  const of: Names['of'] = (reference, notes) => {
    const { kind, path } = reference
    const theirs = (kind === userKind ? path : [kind, ...path]).join('.')
    const chosen = rename.get(theirs)
    const isTaken = chosen === undefined && kind === userKind && !isKey(reference) && fields.includes(theirs)
    if (isTaken)
      notes.widened('renamed', `The attribute ${theirs} is read as user.${theirs}: ${theirs} is the user here.`)
    const usual = kind === userKind && isKey(reference) ? 'userId' : theirs
    const name = chosen ?? (isTaken ? `user.${theirs}` : usual)
    const source = JSON.stringify([kind, ...path])
    const first = known.get(name) ?? source
    if (first !== source) {
      notes.byHand(
        'renamed',
        `Two attributes of LaunchDarkly's would both be ${name}, ${first} and ${source}: rename one.`,
      )
    }
    known.set(name, first)
    return name
  }
  return {
    of,
    unitOf: (reference, notes) => {
      const name = of(reference, notes)
      return name === 'userId' ? undefined : name
    },
  }
}
