import type { ProposalStatus } from '@bunting/contract'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { usePendingProposals, useProposals } from '../../api/proposals.ts'
import { useBecause } from '../../api/session.ts'
import { useWaiting, useWaitingCount } from '../../api/waiting.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Failed } from '../../ui/failed.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import './proposals.css'
import { Inbox } from './inbox.tsx'
import { NoProposals } from './no-proposals.tsx'
import { ProposalRows } from './proposal-rows.tsx'

const from = '/projects/$projectId/proposals'

type Shown = 'mine' | ProposalStatus | 'all'
const statuses: Record<Shown, string> = {
  mine: 'Waits for me',
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  all: 'All',
}
const isShown = (text: string | undefined): text is Shown => text !== undefined && Object.hasOwn(statuses, text)

/** The proposals for the user to approve in all projects, the pending ones of this project, and the decided ones. */
export const ProposalsPage = () => {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const usual: Shown = useBecause('editor') === undefined ? 'mine' : 'pending'
  const shown: Shown = isShown(search.status) ? search.status : usual
  const list = useRef<HTMLDivElement>(null)
  const { items: pending } = usePendingProposals(projectId)
  const waiting = useWaitingCount()
  const counts: Partial<Record<Shown, number | undefined>> = { mine: waiting, pending: pending?.length }
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
    rows[at < 0 ? 0 : at + step]?.focus()
  }
  const approve = () => document.activeElement?.closest('li')?.querySelector('button')?.click()
  useKeys({
    j: ['Next proposal', () => move(1)],
    k: ['Proposal before', () => move(-1)],
    a: ['Approve the proposal that has the focus', approve],
  })
  return (
    <Page
      title="Proposals"
      parent={<ProjectName />}
      lede="Changes to protected environments wait here until somebody other than their proposer approves them."
    >
      <div className="-m-1 mt-3 mb-2 overflow-x-auto p-1">
        <Segments<Shown>
          label="Status"
          value={shown}
          onChange={(status) => void navigate({ search: status === usual ? {} : { status } })}
          options={(Object.keys(statuses) as Shown[]).map((value) => {
            const count = counts[value]
            return { value, label: statuses[value], ...(count === undefined ? {} : { count }) }
          })}
        />
      </div>
      <div ref={list}>
        {shown === 'mine' ? <Mine projectId={projectId} /> : <OfProject projectId={projectId} shown={shown} />}
      </div>
    </Page>
  )
}

const Mine = ({ projectId }: { projectId: string }) => {
  const query = useWaiting()
  return (
    <>
      <Problem query={query} />
      {query.items?.length === 0 && <NoProposals projectId={projectId} shown="mine" />}
      {query.items && query.items.length > 0 && <Inbox projectId={projectId} items={query.items} />}
      <Older query={query} />
    </>
  )
}

const OfProject = ({ projectId, shown }: { projectId: string; shown: Exclude<Shown, 'mine'> }) => {
  const query = useProposals(projectId, shown === 'all' ? undefined : shown)
  return (
    <>
      <Problem query={query} />
      {query.items?.length === 0 && <NoProposals projectId={projectId} shown={shown} />}
      {query.items && query.items.length > 0 && <ProposalRows projectId={projectId} items={query.items} />}
      <Older query={query} />
    </>
  )
}

type Query = Pick<
  ReturnType<typeof useProposals>,
  'error' | 'items' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>
type QueryProps = {
  query: { [name in keyof Query]: name extends 'items' ? readonly unknown[] | undefined : Query[name] }
}

const Problem = ({ query: { error, items, refetch } }: QueryProps) =>
  error && !items && <Failed title="The proposals did not load" error={error} onRetry={() => void refetch()} />

const Older = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: QueryProps) =>
  hasNextPage && (
    <Button className="mt-4" busy={isFetchingNextPage} onClick={fetchNextPage}>
      Show older proposals
    </Button>
  )
