import type { Overview } from '@bunting/contract'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { useOverview } from '../../api/health.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { plural } from '../../format/number.ts'
import { Failed } from '../../ui/failed.tsx'
import './overview.css'
import { Attention } from './attention.tsx'
import { Bars } from './bars.tsx'
import { Owners } from './owners.tsx'
import { RolledBack } from './rolled-back.tsx'
import { Traffic } from './traffic.tsx'
import { Weeks } from './weeks.tsx'

const kinds = [
  ['release', 'Release'],
  ['experiment', 'Experiment'],
  ['operational', 'Operational'],
  ['permission', 'Permission'],
  ['none', 'Without a kind'],
] as const

const ages: Record<string, string> = {
  7: 'Up to a week',
  30: 'Up to a month',
  90: 'Up to three months',
  365: 'Up to a year',
  null: 'Older',
}

/** The state of the project, in figures that link to the pages where something can be done. */
export const OverviewPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/overview' })
  const { data, error, refetch } = useOverview(projectId)
  return (
    <Page title="Overview" parent={<ProjectName />} lede={data && sayFlags(data.flags)}>
      {error && !data && <Failed title="The overview did not load" error={error} onRetry={() => void refetch()} />}
      {data && <Figures projectId={projectId} overview={data} />}
    </Page>
  )
}

const sayFlags = ({ active, archived }: Overview['flags']): string =>
  `${plural(active, 'active flag')}${archived > 0 ? `, ${plural(archived, 'archived one')}` : ''}`

const Figures = ({ projectId, overview }: { projectId: string; overview: Overview }) => {
  const environments = useEnvironments(projectId)
  const { flags, weeks, rolledBack } = overview
  return (
    <div className="overview">
      <Section title="Needs attention" wide>
        <Attention projectId={projectId} overview={overview} environments={environments} />
      </Section>
      <Section title="Answers by hour" wide>
        <Traffic hours={overview.hours} />
      </Section>
      <Section title="Changes by week" wide>
        <Weeks weeks={weeks} />
      </Section>
      <Section title="Flags by kind">
        <Bars label="Flags by kind" rows={kinds.map(([kind, name]) => ({ name, value: flags.byKind[kind] ?? 0 }))} />
      </Section>
      <Section title="Flags by age">
        <Bars
          label="Flags by age"
          rows={flags.byAge.map(({ upToDays, count }) => ({ name: ages[String(upToDays)] ?? '', value: count }))}
        />
      </Section>
      <Section title="Ages by owner" wide>
        <Owners projectId={projectId} />
      </Section>
      <Section title="Under way">
        <UnderWay projectId={projectId} overview={overview} />
      </Section>
      <Section title="Rolled back">
        <RolledBack projectId={projectId} items={rolledBack} environments={environments} />
      </Section>
    </div>
  )
}

const Section = ({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) => (
  <section className={wide ? 'wide' : undefined} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const UnderWay = ({ projectId, overview }: { projectId: string; overview: Overview }) => {
  const { pendingProposals, schedules } = overview
  const { running, paused, pending } = schedules
  const params = { projectId }
  return (
    <ul className="coming-up">
      <li>
        <Link className="link" to="/projects/$projectId/proposals" params={params} search={{ status: 'pending' }}>
          {plural(pendingProposals, 'proposal')}
        </Link>{' '}
        waiting for a review
      </li>
      <li>
        <Link className="link" to="/projects/$projectId/schedules" params={params}>
          {plural(running, 'schedule')}
        </Link>{' '}
        running{paused > 0 && `, ${paused} paused`}
        {pending > 0 && `, ${pending} to be approved`}
      </li>
      <li>
        <Link className="link" to="/projects/$projectId/cleanup" params={params}>
          What to clean up
        </Link>
      </li>
    </ul>
  )
}
