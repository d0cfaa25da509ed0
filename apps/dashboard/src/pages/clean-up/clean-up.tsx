import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useNames } from '../../api/actors.ts'
import { toast } from '../../api/core/toast.tsx'
import { useEnvironments } from '../../api/environments.ts'
import { useAskedToday } from '../../api/flag-summaries.ts'
import { useFlags, useUpdateFlag } from '../../api/flags.ts'
import { type CleanupFlag, useCleanup } from '../../api/health.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { type Asked, BulkBar } from '../../features/bulk/bulk-bar.tsx'
import { UploadHint } from '../../features/code/upload-hint.tsx'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { count, plural } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Failed } from '../../ui/failed.tsx'
import { maxPennants } from '../../ui/pennants/bunting.tsx'
import { CleanUpTable } from './clean-up-table.tsx'
import { allReasons, reasons } from './say-finding.tsx'
import { useCleanUpKeys } from './use-clean-up-keys.ts'
import { has, safestFirst } from './what-to-do.ts'
import '../../features/flags/flags.css'
import { Legend } from '../../features/flags/legend.tsx'
import { useSelection } from '../../features/flags/use-selection.ts'

const from = '/projects/$projectId/cleanup'
const lede = 'Past their end, not asked for, one answer for everybody, or nobody’s. As of last night.'

/** The number of rows shown, until the user asks for more. */
const atOnce = 100

const none: readonly never[] = []
const offers = ['own', 'end', 'archive'] as const

/** Flags that can be removed, with the reasons. */
export const CleanUpPage = () => {
  const { projectId } = useParams({ from })
  const { reason } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { user } = useSession()
  const because = useBecause('editor')
  const environments = useEnvironments(projectId)
  const { items, isComplete, error, refetch } = useCleanup(projectId)
  const { items: all = none } = useFlags(projectId)
  const { mutate: update } = useUpdateFlag(projectId)
  const [max, setMax] = useState(atOnce)
  const asking = useState<Asked>()
  const body = useRef<HTMLTableSectionElement>(null)
  const flags = useMemo(() => new Map(all.map((flag) => [flag.key, flag])), [all])
  const shown = allReasons.find((known) => known === reason) ?? 'all'
  const found = useMemo(
    () => safestFirst(items?.filter((flag) => shown === 'all' || has(flag, shown)) ?? none),
    [items, shown],
  )
  const inView = useMemo(() => found.slice(0, max), [found, max])
  const rows = useMemo(
    () =>
      inView.flatMap(({ key }) => {
        const flag = flags.get(key)
        return flag ? [{ kind: 'flag' as const, id: flag.id, flag }] : []
      }),
    [inView, flags],
  )
  const selection = useSelection(rows)
  const asked = useAskedToday(
    projectId,
    selection.flags.map(({ key }) => key),
  )
  const nameOf = useNames(
    inView.flatMap(({ key, findings }) => [
      flags.get(key)?.ownerId ?? null,
      ...findings.map(({ ownerId = null }) => ownerId),
    ]),
  )
  const [, ask] = asking
  useCleanUpKeys({ body, selection, onDo: (name, chosen) => because === undefined && ask({ name, flags: chosen }) })
  const options = [
    { value: 'all', label: 'All', ...(isComplete && { count: items?.length ?? 0 }) },
    ...allReasons.map((value) => ({
      value,
      label: reasons[value].label,
      ...(isComplete && { count: items?.filter((flag) => has(flag, value)).length ?? 0 }),
    })),
  ]
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
        <>
          <div className="clean-up-filters pushed">
            <Segments
              label="Why"
              value={shown}
              options={options}
              onChange={(value) => void navigate({ search: value === 'all' ? {} : { reason: value } })}
            />
            <span className="order">Safest first</span>
          </div>
          {found.length === 0 && isComplete ? (
            <Empty title={shown === 'all' ? 'Nothing to clean up' : 'None of these'}>
              {shown === 'all'
                ? 'Every flag is asked for, gives more than one answer, is within its time and has an owner.'
                : 'No flag needs attention for this reason.'}
            </Empty>
          ) : (
            <>
              <CleanUpTable
                projectId={projectId}
                environments={environments}
                found={inView}
                flags={flags}
                nameOf={nameOf}
                userId={user.id}
                because={because}
                selected={selection.ids}
                selection={selection.isAll ? 'all' : selection.flags.length > 0 ? 'some' : 'none'}
                onSelect={selection.select}
                onSelectAll={selection.selectAll}
                onOwn={own}
                onDo={(name, flag) => ask({ name, flags: [flag] })}
                body={body}
              />
              {found.length > max && (
                <p className="clean-up-rest">
                  {count(max)} of {count(found.length)}{' '}
                  <button type="button" className="link" onClick={() => setMax(max + atOnce)}>
                    Show {count(Math.min(atOnce, found.length - max))} more
                  </button>
                </p>
              )}
              <Legend
                layout={{ inView: environments.slice(0, maxPennants), folded: environments.slice(maxPennants) }}
                count={isComplete ? plural(found.length, 'flag') : ''}
              />
            </>
          )}
          {isComplete && found[0] && found[0].codeReferences === undefined && (
            <aside className="clean-up-unscanned">
              <p>What to do is said by usage alone: where code names these flags is not known yet.</p>
              <UploadHint />
            </aside>
          )}
          <BulkBar
            projectId={projectId}
            flags={selection.flags}
            all={all}
            offers={offers}
            note={sayAsked(asked)}
            asking={asking}
            onClear={selection.clear}
          />
        </>
      )}
    </Page>
  )
}

const sayAsked = (flags: number): string | undefined =>
  flags === 0 ? undefined : `${plural(flags, 'of them is', 'of them are')} still asked for`
