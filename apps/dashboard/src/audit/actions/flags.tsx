import type { AuditLogEntry } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { metaText } from '../entry.ts'
import { FlagRef, InEnvironment } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'

export const flagCreated: ActionWords = {
  label: 'Flag created',
  resourceType: 'flag',
  Says: ({ entry, names: { projectId } }) => (
    <>
      created the flag <FlagRef projectId={projectId} flagKey={metaText(entry, 'key')} />, a {metaText(entry, 'type')}
    </>
  ),
}

/** One row a field that can change: alone it has a sentence of its own, among others it is only named. */
const fields: Record<string, { name: string; alone(entry: AuditLogEntry, flag: ReactNode): ReactNode }> = {
  archivedAt: {
    name: 'whether it is archived',
    alone: ({ meta }, flag) => (meta.archivedAt === null ? <>brought {flag} back</> : <>archived the flag {flag}</>),
  },
  name: {
    name: 'its name',
    alone: (entry, flag) => (
      <>
        renamed {flag} to “<bdi>{metaText(entry, 'name')}</bdi>”
      </>
    ),
  },
  description: { name: 'its description', alone: (_, flag) => <>changed the description of {flag}</> },
  clientSafe: {
    name: 'whether clients may have it',
    alone: ({ meta }, flag) =>
      meta.clientSafe === true ? <>made {flag} client-safe</> : <>took {flag} away from client keys</>,
  },
}

const Updated = ({ entry, names }: EntryProps) => {
  const flag = <FlagRef projectId={names.projectId} flagKey={names.flagKey(entry.resourceId)} />
  const changed = Object.keys(entry.meta).flatMap((name) => fields[name] ?? [])
  const [first] = changed
  if (first && changed.length === 1) return first.alone(entry, flag)
  const list = changed.length === 0 ? '' : `: ${new Intl.ListFormat('en-GB').format(changed.map(({ name }) => name))}`
  return (
    <>
      changed {flag}
      {list}
    </>
  )
}

export const flagUpdated: ActionWords = { label: 'Flag changed', resourceType: 'flag', Says: Updated }

export const flagVersionCreated: ActionWords = {
  label: 'Version saved',
  resourceType: 'flag_version',
  Says: ({ entry, names }) => (
    <>
      saved version {String(entry.meta.version)} of{' '}
      <FlagRef projectId={names.projectId} flagKey={metaText(entry, 'flagKey')} env={names.environment(entry)?.slug} />
      <InEnvironment entry={entry} names={names} />
    </>
  ),
  Ref: ({ entry, names: { projectId, environment } }) => {
    const flagKey = metaText(entry, 'flagKey')
    const env = environment(entry)?.slug
    if (flagKey === undefined || env === undefined) return null
    return (
      <Link
        className="link"
        to="/projects/$projectId/flags/$flagKey"
        params={{ projectId, flagKey }}
        search={{ env, tab: 'history' }}
      >
        See diff
      </Link>
    )
  },
}
