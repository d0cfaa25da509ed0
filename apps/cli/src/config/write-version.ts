import { ApiError } from '@bunting/contract'
import type { Change } from '@bunting/contract/text'
import type { EnvironmentContext } from '../core/context.ts'
import { Failure, wrongUse } from '../core/failure.ts'
import { switched, text } from '../core/parameters.ts'
import { changeLines } from '../output/change-lines.ts'
import { dim, green, rich } from '../output/rich.ts'
import { warnOfSync } from '../output/warn-of-sync.ts'
import { draftOf } from './flag-config.ts'

export const commentOption = { comment: text('text', 'why; kept in the history and in the audit log') }

/** Options of commands that may make a proposal. */
export const proposeOptions = {
  replaces: text('proposal', 'propose it in the place of this pending proposal of yours, which you take back'),
  ...commentOption,
}

export const saveOptions = {
  propose: switched('propose it for review instead, as protected environments need it'),
  ...proposeOptions,
}

/** Options of commands that save a flag's config: only flags have emergency saves. */
export const saveConfigOptions = {
  ...saveOptions,
  emergency: switched('save it past the proposals, where a protected environment lets admins; needs --comment'),
}

/** The user's options for saving. */
type How = {
  propose?: boolean | undefined
  replaces?: string | undefined
  comment?: string | undefined
  emergency?: boolean | undefined
}
type Why = { replaces?: string; comment?: string; emergency?: true }

type Versioned = { version: number }
type DraftOf<Config> = Omit<Config, 'version'>
type Latest<Config> = { id: string; version: number; config: Config; createdAt: string }

/** A kind of versioned resource, flags or segments: how it is compared, described, saved and proposed. */
export type Kind<Config extends Versioned> = {
  noun: 'flag' | 'segment'
  key: string
  /** The ids of the resource, as answers of the API contain them. */
  ids: object
  changes(before: DraftOf<Config> | undefined, after: DraftOf<Config>): Change[]
  say(config: DraftOf<Config>): string
  /** Saves the config as the version that it names. */
  append(config: Config & Why): Promise<{ version: number; config?: Config }>
  /** Proposes the config; its version is the one that it is based on. */
  propose(config: Config & Why): Promise<{ id: string; proposedConfig: Config }>
  readLatest(): Promise<Latest<Config> | undefined>
}

export type Write<Config extends Versioned> = How & {
  latest: Latest<Config> | undefined
  draft: DraftOf<Config>
  done: string
}

/** Saves a config as the next version, or proposes it. If nothing differs it says so and changes nothing. */
export const writeVersion = async <Config extends Versioned>(
  context: EnvironmentContext,
  kind: Kind<Config>,
  write: Write<Config>,
): Promise<void> => {
  const { latest, draft, replaces, comment, emergency } = write
  // Only a proposal can replace a proposal.
  const propose = write.propose || replaces !== undefined
  if (emergency && propose) wrongUse('An emergency is saved at once: say --emergency or --propose.')
  if (emergency && comment === undefined) wrongUse('An emergency needs a word why.', '--comment <text>')
  if (latest && kind.changes(draftOf(latest.config), draft).length === 0) {
    const { id, version, config, createdAt } = latest
    const answer = { id, ...kind.ids, environmentId: context.env.id, version, config, createdAt }
    context.out.show(answer, () =>
      context.out.note(rich`Nothing to change: ${kind.key} is like this in ${context.env.slug} already.`),
    )
    return
  }
  await (propose ? proposeDraft : appendVersion)(context, kind, write)
}

const appendVersion = async <Config extends Versioned>(
  context: EnvironmentContext,
  kind: Kind<Config>,
  write: Write<Config>,
): Promise<void> => {
  const { out, env } = context
  const { latest, draft, done, emergency } = write
  const config = { ...draft, version: (latest?.version ?? 0) + 1, ...whyOf(write) } as Config & Why
  const answer = await kind.append(config).catch((error: unknown) => explainRefusal(context, kind, write, error))
  out.show(answer, () => {
    // The answer for a version that is saved but not published has no config.
    const words = answer.config ? `: ${kind.say(answer.config)}` : ''
    out.note(rich`${green(done)} ${kind.key} in ${env.slug} (version ${answer.version})${words}.`)
    if (emergency) out.note(dim('Past the proposals, as the history and the audit log say. What is pending stays so.'))
  })
  warnOfSync(out, answer)
}

const proposeDraft = async <Config extends Versioned>(
  { out, env }: EnvironmentContext,
  kind: Kind<Config>,
  write: Write<Config>,
): Promise<void> => {
  const { latest, draft } = write
  const proposal = await kind.propose({ ...draft, version: latest?.version ?? 0, ...whyOf(write) } as Config & Why)
  out.show(proposal, () => {
    const words = kind.say(proposal.proposedConfig)
    out.note(rich`${green('Proposed')} ${kind.key} in ${env.slug} (${proposal.id}): ${words}.`)
    out.note(dim(rich`Somebody else approves it: bunting proposals approve ${proposal.id}`))
  })
}

const whyOf = ({ replaces, comment, emergency }: How): Why => ({
  ...(replaces === undefined ? {} : { replaces }),
  ...(comment === undefined ? {} : { comment }),
  ...(emergency ? { emergency } : {}),
})

const commands = { flag: 'bunting proposals create', segment: 'bunting segments propose' }

const explainRefusal = async <Config extends Versioned>(
  context: EnvironmentContext,
  kind: Kind<Config>,
  { latest: seen, emergency }: Write<Config>,
  error: unknown,
): Promise<never> => {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'PROTECTED_ENVIRONMENT' && !emergency) {
    const message = `${context.env.slug} is protected: its configs change by proposals that somebody else approves.`
    const next = [`Say the same with --propose, or use ${commands[kind.noun]}.`]
    if (kind.noun === 'flag' && context.env.emergency) {
      next.push('In an emergency an admin saves it at once: --emergency --comment <why>.')
    }
    throw new Failure('refused', message, next, error.requestId)
  }
  if (error.code === 'VERSION_CONFLICT') await showWhatChanged(context, kind, seen, error)
  throw error
}

/** Shows what another person changed meanwhile: nothing is overwritten, and the user decides. */
const showWhatChanged = async <Config extends Versioned>(
  { out, env }: EnvironmentContext,
  kind: Kind<Config>,
  before: Latest<Config> | undefined,
  error: ApiError,
): Promise<never> => {
  const after = await kind.readLatest()
  out.note(rich`Meanwhile ${kind.key} changed in ${env.slug}, to version ${after?.version ?? 0}:`)
  const changes = after ? kind.changes(before && draftOf(before.config), draftOf(after.config)) : []
  for (const line of changeLines(changes, '  ')) out.note(line)
  const message = `Somebody else changed the ${kind.noun} first: nothing was written. (VERSION_CONFLICT)`
  throw new Failure('refused', message, ['Run it again if it is still what you want.'], error.requestId)
}
