import type { ProposalStatus } from '@bunting/contract'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useEnvironments } from '../data/environments.ts'
import { usePendingProposals, useProposals } from '../data/proposals.ts'
import { Empty } from '../parts/blank.tsx'
import { Button, buttonClass } from '../parts/button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Segments } from '../parts/segments.tsx'
import { Page } from '../shell/page.tsx'
import { ProjectName } from '../shell/project-name.tsx'
import { useKeys } from '../shell/use-keys.ts'
import './proposals.css'
import { ProposalRows } from './proposals/proposal-rows.tsx'

const from = '/projects/$projectId/proposals'

type Shown = ProposalStatus | 'all'
const statuses: Record<Shown, string> = { pending: 'Waiting', approved: 'Approved', rejected: 'Rejected', all: 'All' }
const isShown = (text: string | undefined): text is Shown => text !== undefined && Object.hasOwn(statuses, text)

/** What waits for a review across the project, and what became of the rest. */
export const ProposalsPage = () => {
  const { projectId } = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const list = useRef<HTMLUListElement>(null)
  const shown: Shown = isShown(search.status) ? search.status : 'pending'
  const { items: pending } = usePendingProposals(projectId)
  const query = useProposals(projectId, shown === 'all' ? undefined : shown)
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
    rows[at < 0 ? 0 : at + step]?.focus()
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  return (
    <Page
      title="Proposals"
      parent={<ProjectName />}
      lede="Changes to protected environments wait here until somebody other than their proposer approves them."
    >
      <div className="mt-4 mb-3">
        <Segments<Shown>
          label="Status"
          value={shown}
          onChange={(status) => void navigate({ search: status === 'pending' ? {} : { status } })}
          options={(Object.keys(statuses) as Shown[]).map((value) => ({
            value,
            label: statuses[value],
            ...(value === 'pending' && pending ? { count: pending.length } : {}),
          }))}
        />
      </div>
      {query.error && !query.items && (
        <Failed title="The proposals did not load" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.items?.length === 0 && <NoProposals projectId={projectId} shown={shown} />}
      {query.items && query.items.length > 0 && <ProposalRows ref={list} projectId={projectId} items={query.items} />}
      {query.hasNextPage && (
        <Button className="mt-4" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older proposals
        </Button>
      )}
    </Page>
  )
}

const NoProposals = ({ projectId, shown }: { projectId: string; shown: Shown }) => {
  const isProtected = useEnvironments(projectId).some((environment) => environment.protected)
  if (!isProtected) {
    return (
      <Empty
        title="No environment is protected"
        actions={
          <Link
            to="/projects/$projectId/environments"
            params={{ projectId }}
            className={buttonClass({ kind: 'primary' })}
          >
            Environments & keys
          </Link>
        }
      >
        Protect one, and changes to it are proposed first: they take effect once somebody else approves them.
      </Empty>
    )
  }
  return (
    <Empty
      title={shown === 'pending' ? 'Nothing waits for review' : `No ${shown === 'all' ? '' : `${shown} `}proposals yet`}
      actions={
        <Link to="/projects/$projectId/flags" params={{ projectId }} className={buttonClass({})}>
          Go to the flags
        </Link>
      }
    >
      Change a flag in a protected environment, and what you propose is listed here.
    </Empty>
  )
}
