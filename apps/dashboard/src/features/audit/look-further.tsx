import type { AuditAction, AuditLogEntry } from '@bunting/contract'
import { metaText } from '@bunting/contract/sentences'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { usePendingProposals } from '../../api/proposals.ts'
import type { Names } from './names.ts'

type EntryProps = { entry: AuditLogEntry; names: Names }

/** The end of an entry: a link to details, or its note. */
export const LookFurther = (props: EntryProps) => {
  const Link = links[props.entry.action]
  return Link ? <Link {...props} /> : null
}

const VersionLink = ({ entry, names: { projectId, environment } }: EntryProps) => {
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
}

const ReviewLink = ({ entry, names: { projectId } }: EntryProps) => {
  const { items = [] } = usePendingProposals(projectId)
  const isPending = items.some(({ id }) => id === entry.resourceId)
  return (
    <ProposalLink projectId={projectId} proposalId={entry.resourceId} label={isPending ? 'Review' : 'See proposal'} />
  )
}

const NoteOrLink = ({ entry, names: { projectId } }: EntryProps) => {
  const note = metaText(entry, 'note')
  return (
    <ProposalLink
      projectId={projectId}
      proposalId={entry.resourceId}
      label={note === undefined ? 'See proposal' : `“${isolate(note)}”`}
    />
  )
}

const ProposalLink = ({ projectId, proposalId, label }: { projectId: string; proposalId: string; label: string }) => (
  <Link className="link" to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }}>
    {label}
  </Link>
)

const links: Partial<Record<AuditAction, ComponentType<EntryProps>>> = {
  'flag.version.created': VersionLink,
  'flag.proposal.created': ReviewLink,
  'flag.proposal.approved': NoteOrLink,
  'flag.proposal.rejected': NoteOrLink,
  'segment.proposal.created': ReviewLink,
  'segment.proposal.approved': NoteOrLink,
  'segment.proposal.rejected': NoteOrLink,
  'environment.proposal.created': ReviewLink,
  'environment.proposal.approved': NoteOrLink,
  'environment.proposal.rejected': NoteOrLink,
}
