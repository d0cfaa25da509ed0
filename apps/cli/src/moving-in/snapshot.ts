import { nearest } from '@bunting/contract'
import { z } from 'zod'
import { didYouMean, wrongUse } from '../core/failure.ts'
import { type Snapshot, type Source, sources } from './converted.ts'
import { readAs } from './shared/read.ts'

const schema = z.object({
  source: z.enum(sources),
  environments: z.record(z.string(), z.unknown()),
  admin: z.unknown().optional(),
})

/** `plain`: the file is what the service's SDKs read, without names of environments. */
export type Read = { snapshot: Snapshot; plain: boolean }

const isSnapshot = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && 'source' in content && 'environments' in content

/** The name given to the only environment of a plain file. */
const only = 'default'

export const readSnapshot = (content: unknown, source: Source, name: string): Read => {
  if (typeof content !== 'object' || content === null) return wrongUse(`${name} holds nothing that could be imported.`)
  if (!isSnapshot(content)) return { plain: true, snapshot: { source, environments: { [only]: content } } }
  const { admin, ...snapshot } = readAs(schema, content, `The snapshot ${name}`)
  if (typeof content === 'object' && 'partial' in content) {
    wrongUse(
      `${name} was not read to its end.`,
      `bunting import --from ${source} --snapshot ${name} goes on from there.`,
    )
  }
  if (snapshot.source !== source) wrongUse(`${name} is a snapshot of ${snapshot.source}.`, `--from ${snapshot.source}`)
  return { plain: false, snapshot: admin === undefined ? snapshot : { ...snapshot, admin } }
}

/** One of Bunting's environments. */
export type OurEnvironment = { slug: string; protected: boolean }

/**
 * Maps the source's environments to Bunting's slugs. A plain file has one environment: `--env` may give it any name, and
 * without `--env` it becomes the first environment that is not protected.
 */
export const chooseEnvironments = (
  { snapshot, plain }: Read,
  said: readonly string[],
  ours: readonly OurEnvironment[],
): Map<string, string> => {
  const theirs = Object.keys(snapshot.environments)
  if (said.length === 0) {
    if (!plain) return wrongUse('Which environment becomes which?', ...theirs.map((name) => `--env ${name}=<ours>`))
    const free = ours.find((environment) => !environment.protected)
    return new Map([[only, free?.slug ?? wrongUse('All environments are protected: say which one.', '--env x=<ours>')]])
  }
  const pairs = said.map((text) => pairIn(text, envForm))
  if (plain && pairs.length > 1) wrongUse('The file is of one environment: say --env once.')
  const chosen = new Map<string, string>()
  for (const [their, our] of pairs) {
    const name = plain ? only : their
    if (!theirs.includes(name)) unknown('The snapshot', name, theirs)
    if (!ours.some(({ slug }) => slug === our)) {
      const slugs = ours.map(({ slug }) => slug)
      unknown('The project', our, slugs)
    }
    if ([...chosen.values()].includes(our)) wrongUse(`Two environments would become ${our}.`)
    chosen.set(name, our)
  }
  return chosen
}

/** The names of the source's environments in `--env`. */
export const theirNames = (said: readonly string[]): string[] => said.map((text) => pairIn(text, envForm)[0])

const envForm = '--env <theirs>=<ours>'

const unknown = (where: string, name: string, known: readonly string[]): never =>
  wrongUse(
    `${where} has no environment "${name}".${didYouMean(nearest(name, known))}`,
    `There are: ${known.join(', ')}.`,
  )

const pairIn = (text: string, form: string): [string, string] => {
  const at = text.indexOf('=')
  return at > 0 && at < text.length - 1
    ? [text.slice(0, at), text.slice(at + 1)]
    : wrongUse(`"${text}" is no pair.`, form)
}

/** Parses `key=userId,companyKey=companyId`. */
export const parseRenames = (text: string | undefined): Map<string, string> =>
  new Map((text ?? '').split(',').flatMap((pair) => (pair === '' ? [] : [pairIn(pair.trim(), '--rename a=b,c=d')])))
