import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useLiveUsage } from '../../../api/usage.ts'
import { managementUrl } from '../../../base.ts'
import { Empty } from '../../../ui/blank.tsx'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy.tsx'

type NoUsageProps = { flagRef: FlagRef; environment: Environment; value: unknown; days: number }

/** Shown if nothing was counted: explains how answers are counted at all. */
export const NoUsage = ({ flagRef, environment, value, days }: NoUsageProps) => {
  const { data } = useLiveUsage({
    projectId: flagRef.projectId,
    flagKey: flagRef.flagKey,
    environmentId: environment.id,
  })
  const isAskedNow = data !== undefined && data.lastEvaluatedAt !== null
  const event = {
    flagKey: flagRef.flagKey,
    environmentId: environment.id,
    value,
    reason: 'DEFAULT',
    sdkType: 'server',
    sdkVersion: 'curl',
    evaluatedAt: new Date().toISOString(),
  }
  const curl = [
    `curl ${managementUrl}/v1/telemetry/events \\`,
    `  -H "Authorization: Bearer $BUNTING_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    // Escapes quotes for the shell, since a value may have any.
    `  -d '${JSON.stringify({ events: [event] }).replaceAll("'", "'\\''")}'`,
  ].join('\n')
  return (
    <>
      <Empty
        title={`No answers counted in ${environment.name}`}
        actions={
          <Link
            to="/projects/$projectId/start"
            params={{ projectId: flagRef.projectId }}
            className={buttonClass({ kind: 'primary' })}
          >
            Connect an app
          </Link>
        }
      >
        {isAskedNow
          ? 'It is asked for since today. '
          : `In the last ${days} days nobody asked for this flag here, or nobody told of it. The SDKs tell by themselves, and what is asked over OFREP is counted here. `}
        Figures are made every night at 00:15 UTC.
      </Empty>
      <section className="telemetry-hint" aria-label="Without an SDK">
        <h3>Without an SDK, send what you evaluated</h3>
        <div>
          <pre>{curl}</pre>
          <CopyButton text={curl} what="the command" />
        </div>
      </section>
    </>
  )
}
