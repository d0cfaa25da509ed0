import type { Environment } from '@bunting/contract'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCarriedEnvironment } from '../../api/carried-environment.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useFlag } from '../../api/flags.ts'
import { Page } from '../../features/page/page.tsx'
import { NotFound } from '../../features/page/problem.tsx'
import { Failed } from '../../ui/failed.tsx'
import '../../features/versions/flag.css'
import { flagDraft } from '../../features/draft/draft.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { EnvironmentSwitcher } from '../../features/versions/environment-switcher.tsx'
import { PageTabs, tabOf } from '../../features/versions/page-tabs.tsx'
import { useSaved } from '../../features/versions/use-saved.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { ExperimentLine } from './experiment-line.tsx'
import { type FlagDialog, FlagDialogs } from './flag-dialogs.tsx'
import { FlagHeading } from './flag-heading.tsx'
import { sayConfig } from './say-config.ts'
import { MakeSchedule } from './schedule/make-schedule.tsx'
import { ScheduleLine } from './schedule/schedule-line.tsx'

const tabs = { rules: 'Rules', timeline: 'Timeline', history: 'History', usage: 'Usage', code: 'Code' } as const
/** Tabs for all environments, which have no environment to choose. */
const ofAll: readonly (keyof typeof tabs)[] = ['timeline', 'code']

const from = '/projects/$projectId/flags/$flagKey'

// The editor includes the engine: its file is requested at once, and shown when it is loaded.
const rules = import('./rules.tsx')
const RulesPage = lazy(async () => ({ default: (await rules).RulesPage }))
const FlagHistory = lazy(async () => ({ default: (await import('./flag-history.tsx')).FlagHistory }))
const Timeline = lazy(async () => ({ default: (await import('./timeline/timeline.tsx')).Timeline }))
const FlagInCode = lazy(async () => ({ default: (await import('./code/flag-in-code.tsx')).FlagInCode }))
const Usage = lazy(async () => ({ default: (await import('./usage/usage.tsx')).Usage }))

export const FlagPage = () => {
  const { projectId, flagKey } = useParams({ from })
  const { env } = useSearch({ from })
  const environment = useCarriedEnvironment(projectId, env)
  const { data: flag, error, refetch } = useFlag(projectId, flagKey)
  if (flag && environment) return <OneFlag key={flag.id} flag={flag} projectId={projectId} environment={environment} />
  if (error && 'status' in error && error.status === 404) return <NotFound />
  return (
    <Page title={flagKey} parent={<Parent projectId={projectId} />}>
      {error && <Failed title="The flag did not load" error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

const Parent = ({ projectId }: { projectId: string }) => (
  <Link to="/projects/$projectId/flags" params={{ projectId }}>
    Flags
  </Link>
)

type OneFlagProps = { flag: LoadedFlag; projectId: string; environment: Environment }

const OneFlag = ({ flag, projectId, environment }: OneFlagProps) => {
  const search = useSearch({ from })
  const environments = useEnvironments(projectId)
  const [saved, setSaved] = useSaved()
  const [dialog, setDialog] = useState<FlagDialog>()
  const tab = tabOf(tabs, search.tab)
  const flagRef = { projectId, flagKey: flag.key, envId: environment.id }
  const frame = {
    title: flag.name,
    parent: <Parent projectId={projectId} />,
    heading: (
      <FlagHeading flag={flag} projectId={projectId} onOpen={setDialog}>
        {!ofAll.includes(tab) && (
          <>
            <EnvironmentSwitcher
              environments={environments}
              stateIn={(one) => stateIn(flag, one)}
              draftsIn={({ id }) => flagDraft({ ...flagRef, envId: id })}
              current={environment}
              tab={search.tab}
              archived={flag.archivedAt !== null}
              saved={saved}
            />
            <ScheduleLine flag={flag} flagRef={flagRef} environment={environment} />
            <ExperimentLine flag={flag} flagRef={flagRef} />
          </>
        )}
        <PageTabs label="Flag" tabs={tabs} env={environment.slug} current={tab} beside="Try it">
          {!ofAll.includes(tab) && (
            <MakeSchedule
              flag={flag}
              flagRef={flagRef}
              environment={environment}
              onOpen={() => setDialog('schedule')}
            />
          )}
        </PageTabs>
      </FlagHeading>
    ),
  }
  const onSaved = () => setSaved(environment.id)
  return (
    <>
      {tab === 'rules' ? (
        <Suspense fallback={<Page {...frame}>{null}</Page>}>
          <RulesPage
            key={environment.id}
            flag={flag}
            flagRef={flagRef}
            environment={environment}
            frame={frame}
            onSaved={onSaved}
          />
        </Suspense>
      ) : (
        <Page {...frame}>
          <Suspense>
            {tab === 'timeline' && <Timeline flag={flag} projectId={projectId} environments={environments} />}
            {tab === 'history' && <FlagHistory key={environment.id} flag={flag} environment={environment} />}
            {tab === 'code' && <FlagInCode projectId={projectId} flagKey={flag.key} />}
            {tab === 'usage' && <Usage key={environment.id} flag={flag} flagRef={flagRef} environment={environment} />}
          </Suspense>
        </Page>
      )}
      <FlagDialogs
        open={dialog}
        flag={flag}
        flagRef={flagRef}
        environment={environment}
        onClose={() => setDialog(undefined)}
      />
    </>
  )
}

const stateIn = ({ versions, archivedAt }: LoadedFlag, { id }: Environment) => {
  const version = versions[id]
  const state = pennantState(version?.config)
  const words = archivedAt !== null && version ? 'archived' : sayConfig(version?.config)
  return { state, says: sayState(state), caption: version ? `v${version.version}, ${words}` : words }
}
