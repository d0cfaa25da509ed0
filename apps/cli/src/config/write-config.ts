import { ApiError } from '@bunting/contract'
import type { EnvironmentContext } from '../context.ts'
import { Failure } from '../failure.ts'
import { changeLines } from '../output/change-lines.ts'
import { dim, green, rich } from '../output/rich.ts'
import { warnOfSync } from '../output/warn-of-sync.ts'
import { switched } from '../parameters.ts'
import { type Flag, getFlag } from '../server/flags.ts'
import { findChanges } from './changes.ts'
import { configText } from './describe.ts'
import { type Draft, draftOf, findLatest } from './flag-config.ts'

export const proposeOption = {
  propose: switched('propose it for review instead, as protected environments need it'),
}

type Write = { flag: Flag; draft: Draft; propose: boolean | undefined; done: string }

/** Writes a config as the next version, or proposes it; where it is already so, it says that and changes nothing. */
export const writeConfig = async (context: EnvironmentContext, write: Write): Promise<void> => {
  const { flag, draft, propose } = write
  const latest = findLatest(flag, context.env)
  if (latest && findChanges(draftOf(latest.config), draft).length === 0) {
    const { id, version, config, createdAt } = latest
    const answer = { id, flagId: flag.id, environmentId: context.env.id, version, config, createdAt }
    context.out.show(answer, () =>
      context.out.note(rich`Nothing to change: ${flag.key} is like this in ${context.env.slug} already.`),
    )
    return
  }
  await (propose ? proposeDraft : appendVersion)(context, write)
}

type Body = Parameters<EnvironmentContext['api']['createFlagVersion']>[0]['body']

const paramsOf = ({ project, env }: EnvironmentContext, flag: Flag) => ({
  projectId: project.id,
  envId: env.id,
  flagKey: flag.key,
})

const appendVersion = async (context: EnvironmentContext, { flag, draft, done }: Write): Promise<void> => {
  const { api, out, env } = context
  const version = (findLatest(flag, env)?.version ?? 0) + 1
  const params = paramsOf(context, flag)
  const answer = await api
    .createFlagVersion({ params, body: { ...draft, version } as Body })
    .catch((error: unknown) => explainRefusal(context, flag, error))
  out.show(answer, () => {
    // One that is saved but not published is not told again in full.
    const words = 'config' in answer ? `: ${configText(answer.config)}` : ''
    out.note(rich`${green(done)} ${flag.key} in ${env.slug} (version ${answer.version})${words}.`)
  })
  warnOfSync(out, answer)
}

const proposeDraft = async (context: EnvironmentContext, { flag, draft }: Write): Promise<void> => {
  const { api, out, env } = context
  const version = findLatest(flag, env)?.version ?? 0
  const proposal = await api.createProposal({ params: paramsOf(context, flag), body: { ...draft, version } as Body })
  out.show(proposal, () => {
    const words = configText(proposal.proposedConfig)
    out.note(rich`${green('Proposed')} ${flag.key} in ${env.slug} (${proposal.id}): ${words}.`)
    out.note(dim(rich`Somebody else approves it: bunting proposals approve ${proposal.id}`))
  })
}

const explainRefusal = async (context: EnvironmentContext, flag: Flag, error: unknown): Promise<never> => {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'PROTECTED_ENVIRONMENT') {
    const message = `${context.env.slug} is protected: its configs change by proposals that somebody else approves.`
    const next = ['Say the same with --propose, or use bunting proposals create.']
    throw new Failure('refused', message, next, error.requestId)
  }
  if (error.code === 'VERSION_CONFLICT') await showWhatChanged(context, flag, error)
  throw error
}

/** Nothing is written over what somebody else did meanwhile: here it is, and the person decides. */
const showWhatChanged = async (context: EnvironmentContext, seen: Flag, error: ApiError): Promise<never> => {
  const { out, env } = context
  const before = findLatest(seen, env)
  const after = findLatest(await getFlag(context, seen.key), env)
  out.note(rich`Meanwhile ${seen.key} changed in ${env.slug}, to version ${after?.version ?? 0}:`)
  const changes = findChanges(before ? draftOf(before.config) : {}, after ? draftOf(after.config) : {})
  for (const line of changeLines(changes, '  ')) out.note(line)
  const message = 'Somebody else changed the flag first: nothing was written. (VERSION_CONFLICT)'
  throw new Failure('refused', message, ['Run it again if it is still what you want.'], error.requestId)
}
