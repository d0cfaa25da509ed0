import type { SdkType } from '@bunting/contract'
import { useEnvironments } from '../data/environments.ts'
import { useDayUsage } from '../data/health.ts'
import { plural } from '../format/number.ts'
import { EnvName } from './env-name.tsx'
import { Note } from './note.tsx'
import { Time } from './time.tsx'

const by: Record<SdkType, string> = { server: 'server SDKs', client: 'client SDKs', edge: 'OFREP' }

/** Who asked for a flag in the last day: to be looked at before it is put away. */
export const AskedLately = ({ projectId, flagKey }: { projectId: string; flagKey: string }) => {
  const environments = useEnvironments(projectId)
  const { data, error } = useDayUsage(projectId, flagKey)
  if (error) return <Note kind="warn">Who asked for it lately is not known: {error.message}</Note>
  if (!data) return <p className="text-ink-3">Looking who asked for it in the last day …</p>
  if (data.items.length === 0) {
    return <Note kind="yes">No SDK reported an evaluation in the last 24 hours, in any environment.</Note>
  }
  return (
    <Note kind="warn">
      <b>It was asked for in the last 24 hours:</b>
      <ul className="mt-1">
        {data.items.map(({ environmentId, sdkType, total, lastEvaluatedAt }) => {
          const environment = environments.find(({ id }) => id === environmentId)
          return (
            <li key={`${environmentId} ${sdkType}`}>
              {environment && <EnvName environment={environment} />} by {by[sdkType]}: {plural(total, 'time')}, last{' '}
              <Time at={lastEvaluatedAt} />
            </li>
          )
        })}
      </ul>
    </Note>
  )
}
