import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Button } from '../../ui/controls/button.tsx'
import '../../features/audit/audit.css'
import { useActors } from '../../api/actors.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useMembers } from '../../api/members.ts'
import { useSession } from '../../api/session.ts'
import { AuditDay } from '../../features/audit/audit-day.tsx'
import { Filters } from '../../features/audit/filters.tsx'
import { LogActions } from '../../features/audit/log-actions.tsx'
import { useFound } from '../../features/audit/use-found.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { dayIn, type Zone } from '../../format/days.ts'
import { count } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Failed } from '../../ui/failed.tsx'

const from = '/projects/$projectId/audit'

export const AuditPage = () => {
  const { projectId } = useParams({ from })
  const { utc, ...filter } = useSearch({ from })
  const zone: Zone = utc ? 'utc' : 'local'
  const navigate = useNavigate({ from })
  const { items = [], found, names, error, refetch, ...log } = useFound(projectId, filter, zone)
  const environments = useEnvironments(projectId)
  const actors = useWhoever(items.map(({ actorId }) => actorId))
  const days = Object.entries(Object.groupBy(found ?? [], ({ createdAt }) => dayIn(new Date(createdAt), zone)))
  const clear = () => navigate({ search: utc ? { utc } : {}, replace: true })
  return (
    <Page
      title="Audit log"
      parent={<ProjectName />}
      actions={
        <LogActions
          zone={zone}
          span={{ ...(filter.from ? { from: filter.from } : {}), ...(filter.to ? { to: filter.to } : {}) }}
          onZone={(next) =>
            navigate({
              search: ({ utc: _, ...before }) => (next === 'utc' ? { ...before, utc: true } : before),
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
    >
      <Filters
        filter={filter}
        onChange={(change) =>
          navigate({ search: (before) => withoutNothing({ ...before, ...change }), replace: true, resetScroll: false })
        }
        actors={actors}
        environments={environments}
        zone={zone}
      />
      {error && <Failed title="The audit log did not load" error={error} onRetry={() => void refetch()} />}
      {days.map(([day, entries = []], at) => (
        <AuditDay
          key={day}
          day={day}
          entries={entries}
          names={names}
          zone={zone}
          isOpen={log.hasNextPage && at === days.length - 1}
        />
      ))}
      {found?.length === 0 && !log.hasNextPage && (
        <Empty title="No entry fits" actions={<Button onClick={clear}>Clear filters</Button>}>
          Nobody did such a thing here, as far back as the log goes.
        </Empty>
      )}
      {found && (
        <p className="mt-6 flex flex-wrap items-center gap-3 text-ink-3" role="status">
          {log.hasNextPage ? (
            <>
              <Button busy={log.isFetchingNextPage} onClick={log.lookFurther}>
                {found.length < items.length ? 'Look further back' : 'Show earlier entries'}
              </Button>
              {found.length < items.length && `${count(found.length)} of the last ${count(items.length)} entries fit.`}
            </>
          ) : (
            <TheEnd isFiltered={Object.keys(filter).length > 0} />
          )}
        </p>
      )}
    </Page>
  )
}

/** The actors to filter by: members, and other actors of the loaded entries. */
const useWhoever = (seen: readonly string[]) => {
  const { items: members = [] } = useMembers()
  const ids = [...new Set([...members.map(({ id }) => id), ...seen])]
  const actor = useActors(ids)
  return ids
    .map(actor)
    .filter(({ isAwaited }) => !isAwaited)
    .toSorted((a, b) => Number(a.type === 'api_key') - Number(b.type === 'api_key') || (a.name < b.name ? -1 : 1))
}

/** The end of the list: on the Free plan, the API ends after a week. */
const TheEnd = ({ isFiltered }: { isFiltered: boolean }) => {
  const { plan } = useSession()
  if (plan === 'free') {
    return 'The Free plan shows the last 7 days. Older entries are kept, and come back with Pro or Enterprise.'
  }
  return isFiltered ? 'That is everything that fits.' : 'That is everything, from the beginning.'
}

const withoutNothing = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
