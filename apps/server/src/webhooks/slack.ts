import type { AuditLogEntry } from '@bunting/contract'
import { metaText, type Names, sayEntry } from '@bunting/contract/sentences'
import type { EntryNames } from '../store/tables/entry-names.ts'
import type { Sendable } from '../store/tables/webhook-tries.ts'

/** The most characters of a sentence that are sent: notes may be long. */
const maxCharacters = 2_000

/** An entry for an incoming webhook of Slack: the sentence of the audit log, and a link to its subject. */
export const slackBody = (sendable: Sendable, found: EntryNames | undefined, publicUrl: string): string => {
  const sentence = sayEntry(sendable.entry, namesOf(sendable, found))
  const cut = sentence.length > maxCharacters ? `${sentence.slice(0, maxCharacters).trimEnd()}…` : sentence
  const link = linked(`${publicUrl}${pathOf(sendable, found)}`, 'Open in Bunting')
  return slackText(`${escaped(cut.toWellFormed())} ${link}`)
}

export const slackText = (text: string): string => JSON.stringify({ text })

const linked = (url: string, text: string): string => `<${escaped(url)}|${text}>`

/** Escapes the characters that have a meaning in Slack. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const namesOf = ({ entry, actor }: Sendable, found: EntryNames | undefined): Names => ({
  ...(found?.projectId ? { projectId: found.projectId } : {}),
  actor: (id) => (id === entry.actorId ? actor : (found?.proposer ?? undefined)),
  environment: (id) => (id === found?.environmentId ? (found.environment ?? undefined) : undefined),
  flagKey: () => found?.flagKey ?? undefined,
  segmentKey: () => found?.segmentKey ?? undefined,
  apiKey: () =>
    found?.apiKey && found.environmentId
      ? { description: found.apiKey, environmentId: found.environmentId }
      : undefined,
  proposal: () => (found?.proposerId ? { createdBy: found.proposerId, flagId: found.flagId } : undefined),
})

/** The page of the dashboard about an entry, or else the audit log. */
const pathOf = ({ entry, environment }: Sendable, found: EntryNames | undefined): string => {
  if (!found?.projectId) return '/'
  const project = `/projects/${encodeURIComponent(found.projectId)}`
  const env = environment === undefined ? '' : `?env=${encodeURIComponent(environment)}`
  const page = pages[entry.resourceType]?.(entry, found, env)
  return `${project}${page ?? '/audit'}`
}

type Page = (entry: AuditLogEntry, found: EntryNames, env: string) => string | undefined

const flagPage: Page = (entry, found, env) => {
  const key = metaText(entry, 'flagKey') ?? found.flagKey ?? metaText(entry, 'key')
  return key === undefined ? undefined : `/flags/${encodeURIComponent(key)}${env}`
}
const environmentPage: Page = (_, __, env) => `/environments${env}`

/** The pages by the resource type of an entry. */
const pages: Record<string, Page> = {
  flag: flagPage,
  flag_version: flagPage,
  schedule: flagPage,
  proposal: ({ resourceId }) => `/proposals/${encodeURIComponent(resourceId)}`,
  environment: environmentPage,
  api_key: environmentPage,
}
