import type { CleanupReason } from '@bunting/contract'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useNames } from '../data/actors.ts'
import { useUpdateFlag } from '../data/flags.ts'
import { type CleanupFlag, useCleanup } from '../data/health.ts'
import { useBecause, useSession } from '../data/session.ts'
import { count } from '../format/number.ts'
import { Empty } from '../parts/blank.tsx'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Segments } from '../parts/segments.tsx'
import { toast } from '../parts/toast.tsx'
import { Page } from '../shell/page.tsx'
import { ProjectName } from '../shell/project-name.tsx'
import './clean-up.css'
import { CleanUpRow } from './clean-up/clean-up-row.tsx'
import { allReasons, reasons } from './clean-up/say-finding.tsx'
import { ArchiveFlag } from './flags/archive-flag.tsx'

const from = '/projects/$projectId/cleanup'
const lede =
  'Flags that are past their end, that nobody asks for, that give everybody the same answer, or that nobody looks after. Figures are as of last night.'

/** That are shown, until more are asked for. */
const atOnce = 100

const has = ({ findings }: CleanupFlag, wanted: CleanupReason): boolean =>
  findings.some(({ reason }) => reason === wanted)

const lacksOnlyOwner = ({ findings }: CleanupFlag): boolean => findings.every(({ reason }) => reason === 'no_owner')

/** What can go, and what speaks for it. */
export const CleanUpPage = () => {
  const { projectId } = useParams({ from })
  const { reason } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { user } = useSession()
  const because = useBecause('editor')
  const { items, isComplete, error, refetch } = useCleanup(projectId)
  const { mutate: update } = useUpdateFlag(projectId)
  const [max, setMax] = useState(atOnce)
  const [archiving, setArchiving] = useState<CleanupFlag>()
  const nameOf = useNames((items ?? []).flatMap(({ findings }) => findings.map(({ ownerId = null }) => ownerId)))
  const shown = allReasons.find((known) => known === reason) ?? 'all'
  const options = [
    { value: 'all', label: 'All', ...(isComplete && { count: items?.length ?? 0 }) },
    ...allReasons.map((value) => ({
      value,
      label: reasons[value].label,
      ...(isComplete && { count: items?.filter((flag) => has(flag, value)).length ?? 0 }),
    })),
  ]
  // Most projects begin without owners: what can go comes before what only lacks one.
  const flags = items
    ?.filter((flag) => shown === 'all' || has(flag, shown))
    .toSorted((a, b) => Number(lacksOnlyOwner(a)) - Number(lacksOnlyOwner(b)))
  const own = ({ key: flagKey, name }: CleanupFlag) =>
    update(
      { flagKey, ownerId: user.id },
      {
        onSuccess: () =>
          toast({
            kind: 'yes',
            title: `You own ${name}`,
            action: { label: 'Undo', run: () => update({ flagKey, ownerId: null }) },
          }),
      },
    )
  return (
    <Page title="Clean up" parent={<ProjectName />} lede={lede}>
      {error && !items && <Failed title="What to clean up did not load" error={error} onRetry={() => void refetch()} />}
      {items && (
        <div className="clean-up">
          <Segments
            label="Why"
            value={shown}
            options={options}
            onChange={(value) => void navigate({ search: value === 'all' ? {} : { reason: value } })}
          />
          {flags?.length === 0 && isComplete ? (
            <Empty title={shown === 'all' ? 'Nothing to clean up' : 'None of these'}>
              {shown === 'all'
                ? 'Every flag is asked for, gives more than one answer, is within its time and has an owner.'
                : 'No flag needs attention for this reason.'}
            </Empty>
          ) : (
            <ul className="clean-up-list" aria-label="Flags that need attention">
              {flags?.slice(0, max).map((flag) => (
                <CleanUpRow
                  key={flag.key}
                  projectId={projectId}
                  flag={flag}
                  nameOf={nameOf}
                  because={because}
                  onOwn={() => own(flag)}
                  onArchive={() => setArchiving(flag)}
                />
              ))}
            </ul>
          )}
          {flags && flags.length > max && (
            <Button onClick={() => setMax(max + atOnce)}>
              Show {count(Math.min(atOnce, flags.length - max))} more
            </Button>
          )}
        </div>
      )}
      {archiving && (
        <ArchiveFlag
          projectId={projectId}
          flag={{ ...archiving, archivedAt: null }}
          onClose={() => setArchiving(undefined)}
        />
      )}
    </Page>
  )
}
