import type { Environment } from '@bunting/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useExperiments } from '../../../api/experiments.ts'
import { useFlagVersionsEverywhere } from '../../../api/flag-versions.ts'
import { useFlagProposalsEverywhere } from '../../../api/proposals.ts'
import { useFlagSchedulesEverywhere } from '../../../api/schedules.ts'
import { isLive } from '../../../features/schedules/progress.ts'
import { plural } from '../../../format/number.ts'
import { sayDate } from '../../../format/time.ts'
import { Empty } from '../../../ui/blank.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Pick } from '../../../ui/controls/pick.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import { useNow } from '../../../ui/use-now.ts'
import { experimentsWere, experimentsWill } from './experiments.ts'
import type { Happening, HappeningKind } from './happening.ts'
import { Lanes } from './lanes.tsx'
import { LastChange } from './last-change.tsx'
import { Lists } from './lists.tsx'
import { isIn, isRangeName, moved, type RangeName, rangeOf, sayRange } from './range.ts'
import './timeline.css'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { toCome } from './to-come.ts'
import { UnderWay } from './under-way.tsx'
import { whatWas } from './what-was.ts'

const from = '/projects/$projectId/flags/$flagKey'
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const rangeNames: readonly { value: RangeName; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'all', label: 'All' },
]

const kinds: readonly { value: HappeningKind; label: string }[] = [
  { value: 'version', label: 'Versions' },
  { value: 'proposal', label: 'Proposals' },
  { value: 'step', label: 'Schedules' },
  { value: 'experiment', label: 'Experiments' },
]

type TimelineProps = { flag: LoadedFlag; projectId: string; environments: readonly Environment[] }

/** The past and future changes of a flag in all its environments, on one time axis. */
export const Timeline = ({ flag, projectId, environments }: TimelineProps) => {
  const flagRef = { projectId, flagKey: flag.key }
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const now = useNow()
  const [kind, setKind] = useState<HappeningKind>()
  const [environmentId, setEnvironmentId] = useState<string>()
  const versions = useFlagVersionsEverywhere(projectId, flag.key)
  const { items: schedules = [] } = useFlagSchedulesEverywhere(projectId, flag.key)
  const { items: proposals = [] } = useFlagProposalsEverywhere(projectId, flag.key)
  const { items: projects } = useExperiments(projectId)
  const experiments = useMemo(() => projects?.filter(({ flagId }) => flagId === flag.id) ?? [], [projects, flag.id])
  const { items: loaded, hasNextPage, isFetching, isError, fetchNextPage } = versions
  const chosen = environments.filter(({ id }) => environmentId === undefined || id === environmentId)
  const isChosen = (one: { environmentId: string; kind: HappeningKind }): boolean =>
    chosen.some(({ id }) => id === one.environmentId) && (kind === undefined || kind === one.kind)

  const happened = useMemo(
    () => newestFirst([...whatWas(loaded ?? [], schedules, proposals), ...experimentsWere(experiments, loaded ?? [])]),
    [loaded, schedules, proposals, experiments],
  )
  const planned = useMemo(
    () => furthestFirst(toCome(schedules, proposals, flag.versions), experimentsWill(experiments, loaded ?? [])),
    [schedules, proposals, flag.versions, experiments, loaded],
  )
  const name = isRangeName(search.range) ? search.range : 'week'
  const range = rangeOf({
    name,
    from: search.from,
    nowMs: now.getTime(),
    firstMs: happened.at(-1)?.atMs ?? Date.parse(flag.createdAt),
    lastMs: planned.find(({ waits }) => !waits)?.atMs ?? now.getTime(),
  })
  const oldestMs = Date.parse(loaded?.at(-1)?.createdAt ?? '')
  const isCovered = !hasNextPage || (name !== 'all' && oldestMs < range.startMs)
  useEffect(() => {
    if (!isCovered && !isFetching && !isError) fetchNextPage()
  }, [isCovered, isFetching, isError, fetchNextPage])

  const show = (next: { range: RangeName; from?: string }): void => {
    const { range: _, from: __, ...rest } = search
    const isUsual = next.range === 'week' && next.from === undefined
    void navigate({ search: { ...rest, ...(isUsual ? {} : next) }, replace: true, resetScroll: false })
  }
  const shift = (by: 1 | -1): void => {
    if (name !== 'all') show({ range: name, from: moved(name, range, by) })
  }
  useKeys({
    '[': ['Earlier', () => shift(-1)],
    ']': ['Later', () => shift(1)],
    '0': ['Now', () => show({ range: name })],
    '← → ↑ ↓': ['From pennant to pennant'],
  })

  if (versions.error && !loaded)
    return <Failed title="The timeline did not load" error={versions.error} onRetry={() => void versions.refetch()} />
  if (!loaded) return <div className="min-h-96" aria-busy />
  const past = happened.filter((one) => isIn(range, one.atMs) && isChosen(one))
  const coming = planned.filter(isChosen)
  const ofChosen = (one: { environmentId: string }) => chosen.some(({ id }) => id === one.environmentId)
  const ramps = kind === undefined || kind === 'step' ? schedules.filter(ofChosen) : []
  const runs = kind === undefined || kind === 'experiment' ? experiments.filter(ofChosen) : []
  const total = chosen.reduce((sum, { id }) => sum + (flag.versions[id]?.version ?? 0), 0)
  const newer = loaded.filter((one) => ofChosen(one) && Date.parse(one.createdAt) >= range.startMs).length
  const isEmpty = past.length === 0 && !coming.some(({ atMs }) => isIn(range, atMs))
  return (
    <div className="timeline">
      <div className="bar">
        <Segments<RangeName>
          label="How far"
          value={name}
          onChange={(next) => show({ range: next })}
          options={rangeNames}
        />
        <Pick
          label="Environment"
          value={environmentId}
          onChange={setEnvironmentId}
          options={environments.map(({ id, name: label }) => ({ value: id, label }))}
        />
        <Pick<HappeningKind> label="Kind" value={kind} onChange={setKind} options={kinds} />
        <span className="move">
          <IconButton name="Earlier" keys="[" {...(name === 'all' && { because: allInView })} onClick={() => shift(-1)}>
            <ChevronLeft {...icon} />
          </IconButton>
          <span className="num">{sayRange(range)}</span>
          <IconButton name="Later" keys="]" {...(name === 'all' && { because: allInView })} onClick={() => shift(1)}>
            <ChevronRight {...icon} />
          </IconButton>
          <Button size="sm" onClick={() => show({ range: name })}>
            Now
          </Button>
        </span>
      </div>
      {isEmpty ? (
        <Empty title="Nothing happened in these days">
          <LastChange
            flag={flag}
            environments={chosen}
            onShow={(start) => show({ range: name, from: start })}
            name={name}
          />
        </Empty>
      ) : (
        <Lanes
          flagRef={flagRef}
          flag={flag}
          environments={chosen}
          happenings={[...past.filter((one) => one.kind === 'version'), ...coming]}
          schedules={ramps}
          experiments={runs}
          versions={loaded}
          range={range}
        />
      )}
      {chosen.map((environment) => {
        const schedule = schedules.find((one) => one.environmentId === environment.id && isLive(one))
        const config = flag.versions[environment.id]?.config
        return schedule && <UnderWay key={schedule.id} {...{ flagRef, environment, schedule, config }} />
      })}
      {!(isEmpty && coming.length === 0) && (
        <Lists
          flagRef={flagRef}
          environments={environments}
          coming={coming}
          past={past}
          earlier={
            total > newer && (
              <button type="button" className="link earlier" onClick={() => show({ range: 'all' })}>
                {plural(total - newer, 'earlier version')}, since {sayDate(new Date(flag.createdAt), now)}
              </button>
            )
          }
        />
      )}
    </div>
  )
}

const allInView = 'All of it is in view.'

const newestFirst = (happenings: readonly Happening[]): Happening[] =>
  happenings.toSorted((one, other) => other.atMs - one.atMs)

/** All that has a time, and after it what waits, as the list has it. */
const furthestFirst = (planned: readonly Happening[], ends: readonly Happening[]): Happening[] => [
  ...newestFirst([...planned.filter(({ waits }) => !waits), ...ends]),
  ...planned.filter(({ waits }) => waits),
]
