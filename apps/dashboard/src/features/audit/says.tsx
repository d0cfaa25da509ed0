import type { AuditLogEntry } from '@bunting/contract'
import { type Part, sayReview, sentenceOf } from '@bunting/contract/sentences'
import { type ComponentType, Fragment } from 'react'
import { useActors } from '../../api/actors.ts'
import { useProposal } from '../../api/proposals.ts'
import type { Names } from './names.ts'
import { EnvRef, FlagRef, SegmentRef } from './refs.tsx'

type EntryProps = { entry: AuditLogEntry; names: Names }
type Ref = Exclude<Part, string>
type PartProps<Of> = EntryProps & { part: Of }

/** The sentence of an entry after its subject, with links to the things it mentions. */
export const Says = ({ entry, names }: EntryProps) =>
  sentenceOf(entry, names.projectId).map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? part : <ShowRef part={part} entry={entry} names={names} />}
    </Fragment>
  ))

const ShowRef = (props: PartProps<Ref>) => {
  const Shown = shown[props.part.is] as ComponentType<PartProps<Ref>>
  return <Shown {...props} />
}

/** The entry of a rejected proposal does not name the flag: the proposal does. */
const FlagOfProposal = ({ part, entry, names }: PartProps<Extract<Ref, { is: 'flag' }>>) => {
  const { data: proposal } = useProposal(names.projectId, part.proposalId ?? '')
  const flagKey = part.flagKey ?? (proposal?.flagId ? names.flagKey(proposal.flagId) : undefined)
  return <FlagRef projectId={names.projectId} flagKey={flagKey} env={names.environment(entry)?.slug} />
}

const Review = ({ part, entry, names }: PartProps<Extract<Ref, { is: 'review' }>>) => {
  const { data: proposal } = useProposal(names.projectId, part.proposalId)
  const actorOf = useActors(proposal ? [proposal.createdBy] : [])
  return sayReview(part, entry, proposal?.createdBy, (id) => actorOf(id).name)
}

/** One row per kind of reference. */
const shown: { [Is in Ref['is']]: ComponentType<PartProps<Extract<Ref, { is: Is }>>> } = {
  name: ({ part }) => <b dir="auto">{part.text}</b>,
  code: ({ part }) => <code>{part.text}</code>,
  quote: ({ part }) => (
    <>
      “<bdi>{part.text}</bdi>”
    </>
  ),
  alarm: ({ part }) => <strong className="alarm">{part.text}</strong>,
  flag: (props) => {
    const { part, entry, names } = props
    if (part.proposalId !== undefined) return <FlagOfProposal {...props} />
    const flagKey = part.flagKey ?? names.flagKey(part.flagId ?? '')
    const env = part.environmentId === undefined ? undefined : names.environment(entry)?.slug
    return <FlagRef projectId={names.projectId} flagKey={flagKey} env={env} />
  },
  segment: ({ part, entry, names }) => (
    <SegmentRef
      projectId={names.projectId}
      segmentKey={part.segmentKey ?? names.segmentKey(part.segmentId ?? '')}
      env={names.environment(entry)?.slug}
    />
  ),
  environment: ({ entry, names }) => <EnvRef projectId={names.projectId} environment={names.environment(entry)} />,
  place: ({ part, entry, names }) => {
    const environment = names.environment(entry)
    return (
      environment && (
        <>
          {' '}
          {part.word} <EnvRef projectId={names.projectId} environment={environment} />
        </>
      )
    )
  },
  apiKey: ({ part, names }) => <b dir="auto">{names.apiKey(part.apiKeyId)?.description}</b>,
  review: Review,
}
