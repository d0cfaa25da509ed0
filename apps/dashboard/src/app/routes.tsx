import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/core/query-client.ts'
import { environmentsQuery } from '../api/environments.ts'
import { flagsQuery } from '../api/flags.ts'
import { projectQuery, projectsQuery } from '../api/projects.ts'
import { sessionQuery } from '../api/session.ts'
import { base } from '../base.ts'
import { readFlagsSearch } from '../features/flags/flags-search.ts'
import { rememberBack, takeBack } from '../features/page/back.ts'
import { NotFound, PageFailed } from '../features/page/problem.tsx'
import { Shell } from '../shell/shell.tsx'

const requireSession = async (path: string): Promise<void> => {
  if (await queryClient.ensureQueryData(sessionQuery)) return
  rememberBack(path)
  throw redirect({ to: '/sign-in' })
}

const rootRoute = createRootRoute()

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    await requireSession('/')
    const back = takeBack()
    if (back !== undefined) throw redirect({ to: back })
    const { pages } = await queryClient.ensureInfiniteQueryData(projectsQuery)
    const first = pages.at(-1)?.items.at(-1)
    if (!first) return
    const params = { projectId: first.id }
    const flags = await queryClient.ensureInfiniteQueryData(flagsQuery(first.id))
    const hasFlags = flags.pages.some(({ items }) => items.length > 0)
    throw redirect({ to: hasFlags ? '/projects/$projectId/flags' : '/projects/$projectId/start', params })
  },
  component: NotFound,
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ ended }: Record<string, unknown>): { ended?: true } => (ended === true ? { ended } : {}),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in.tsx'), 'SignInPage'),
})

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId',
  beforeLoad: ({ location }) => requireSession(location.href),
  loader: ({ params }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(environmentsQuery(params.projectId)),
      queryClient.ensureQueryData(projectQuery(params.projectId)),
    ]),
  component: Shell,
})

const inProject = <const Path extends string>(path: Path) => ({ getParentRoute: () => projectRoute, path })

/** The named texts in an address. Values that the router parsed as numbers or booleans become texts again. */
const texts = <Name extends string>(search: Record<string, unknown>, ...names: Name[]): { [name in Name]?: string } =>
  Object.fromEntries(
    names.flatMap((name) =>
      ['string', 'number', 'boolean'].includes(typeof search[name]) ? [[name, String(search[name])]] : [],
    ),
  ) as { [name in Name]?: string }

/** The named texts that are valid days; others are dropped, since an address may be written by hand. */
const days = <Name extends string>(search: Record<string, unknown>, ...names: Name[]): { [name in Name]?: string } =>
  Object.fromEntries(
    Object.entries(texts(search, ...names)).filter(([, text]) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`))),
  ) as { [name in Name]?: string }

type AuditSearch = {
  who?: string
  what?: string
  resource?: string
  env?: string
  from?: string
  to?: string
  utc?: true
}

/** Every page of a project, each in a file of its own that is loaded when it is opened. */
const pages = [
  createRoute({
    ...inProject('/flags'),
    validateSearch: readFlagsSearch,
    component: lazyRouteComponent(() => import('../pages/flags/flags.tsx'), 'FlagsPage'),
  }),
  createRoute({
    ...inProject('/flags/$flagKey'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'env', 'tab', 'a', 'b', 'range', 'from'),
    component: lazyRouteComponent(() => import('../pages/flag/flag.tsx'), 'FlagPage'),
  }),
  createRoute({
    ...inProject('/proposals'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'status'),
    component: lazyRouteComponent(() => import('../pages/proposals/proposals.tsx'), 'ProposalsPage'),
  }),
  createRoute({
    ...inProject('/proposals/$proposalId'),
    component: lazyRouteComponent(() => import('../pages/proposal/proposal.tsx'), 'ProposalPage'),
  }),
  createRoute({
    ...inProject('/audit'),
    validateSearch: (search: Record<string, unknown>): AuditSearch => ({
      ...texts(search, 'who', 'what', 'resource', 'env'),
      ...days(search, 'from', 'to'),
      ...(search.utc === true ? { utc: true } : {}),
    }),
    component: lazyRouteComponent(() => import('../pages/audit/audit.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...inProject('/environments'),
    validateSearch: (search: Record<string, unknown>): { env?: string } => texts(search, 'env'),
    component: lazyRouteComponent(() => import('../pages/environments/environments.tsx'), 'EnvironmentsPage'),
  }),
  createRoute({
    ...inProject('/members'),
    component: lazyRouteComponent(() => import('../pages/members/members.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...inProject('/segments'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'q', 'show', 'new'),
    component: lazyRouteComponent(() => import('../pages/segments/segments.tsx'), 'SegmentsPage'),
  }),
  createRoute({
    ...inProject('/segments/$segmentKey'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'env', 'tab', 'a', 'b'),
    component: lazyRouteComponent(() => import('../pages/segment/segment.tsx'), 'SegmentPage'),
  }),
  createRoute({
    ...inProject('/experiments'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'q', 'show', 'env', 'metric'),
    component: lazyRouteComponent(() => import('../pages/experiments/experiments.tsx'), 'ExperimentsPage'),
  }),
  createRoute({
    ...inProject('/experiments/new'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'env', 'flag', 'rule', 'again'),
    component: lazyRouteComponent(() => import('../pages/experiment-form/experiment-new.tsx'), 'NewExperimentPage'),
  }),
  createRoute({
    ...inProject('/experiments/$experimentId/edit'),
    component: lazyRouteComponent(() => import('../pages/experiment-form/experiment-edit.tsx'), 'EditExperimentPage'),
  }),
  createRoute({
    ...inProject('/experiments/$experimentId'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'as'),
    component: lazyRouteComponent(() => import('../pages/experiment/experiment.tsx'), 'ExperimentPage'),
  }),
  createRoute({
    ...inProject('/metrics'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'env', 'new'),
    component: lazyRouteComponent(() => import('../pages/metrics/metrics.tsx'), 'MetricsPage'),
  }),
  createRoute({
    ...inProject('/schedules'),
    component: lazyRouteComponent(() => import('../pages/schedules/schedules.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    ...inProject('/overview'),
    component: lazyRouteComponent(() => import('../pages/overview/overview.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inProject('/cleanup'),
    validateSearch: (search: Record<string, unknown>): { reason?: string } => texts(search, 'reason'),
    component: lazyRouteComponent(() => import('../pages/clean-up/clean-up.tsx'), 'CleanUpPage'),
  }),
  createRoute({
    ...inProject('/compare'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'from', 'to', 'q'),
    component: lazyRouteComponent(() => import('../pages/compare/compare.tsx'), 'ComparePage'),
  }),
  createRoute({
    ...inProject('/person'),
    validateSearch: (search: Record<string, unknown>) => texts(search, 'q', 'only', 'as'),
    component: lazyRouteComponent(() => import('../pages/person/person.tsx'), 'PersonPage'),
  }),
  createRoute({
    ...inProject('/webhooks'),
    validateSearch: (search: Record<string, unknown>): { hook?: string } => texts(search, 'hook'),
    component: lazyRouteComponent(() => import('../pages/webhooks/webhooks.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...inProject('/settings'),
    component: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inProject('/account'),
    component: lazyRouteComponent(() => import('../pages/account/account.tsx'), 'AccountPage'),
  }),
  createRoute({
    ...inProject('/start'),
    component: lazyRouteComponent(() => import('../pages/start/start.tsx'), 'StartPage'),
  }),
] as const

export const router = createRouter({
  basepath: base || '/',
  routeTree: rootRoute.addChildren([homeRoute, signInRoute, projectRoute.addChildren(pages)]),
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  // A page is loaded when its link is hovered, before the press.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  // The current page stays until the next one is ready: see LoadingLine.
  defaultPendingMs: 60_000,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
