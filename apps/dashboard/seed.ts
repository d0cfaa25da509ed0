import type { Client } from '@bunting/contract'

type Config = Omit<Parameters<Client['createFlagVersion']>[0]['body'], 'version'>

const everyone = (defaultValue: Config['defaultValue']): Config => ({ enabled: true, defaultValue, rules: [] })
const off = (defaultValue: Config['defaultValue']): Config => ({ enabled: false, defaultValue, rules: [] })
const share = (rolloutPercentage: number): Config => ({
  enabled: true,
  defaultValue: false,
  rules: [{ id: 'rollout', name: 'Rollout', value: true, rolloutPercentage }],
})

const layouts = [
  { key: 'classic', value: 'classic' },
  { key: 'compact', value: 'compact' },
  { key: 'one-page', value: 'one-page' },
]

const layout = (rolloutPercentage: number): Config => ({
  enabled: true,
  defaultValue: 'classic',
  variants: layouts,
  rules: [
    {
      id: 'staff',
      name: 'Staff',
      conditions: [{ attribute: 'email', operator: 'ends_with', value: '@northpier.example' }],
      value: 'one-page',
    },
    {
      id: 'pilot-countries',
      name: 'Pilot countries',
      conditions: [
        { attribute: 'country', operator: 'in', value: ['NL', 'BE'] },
        { attribute: 'appVersion', operator: 'semver_gte', value: '4.2.0' },
      ],
      rolloutPercentage,
      distribution: [
        { variant: 'one-page', weight: 50 },
        { variant: 'compact', weight: 30 },
        { variant: 'classic', weight: 20 },
      ],
    },
  ],
})

const flags = [
  { key: 'holiday-hero', name: 'Holiday hero', type: 'boolean', clientSafe: true },
  { key: 'gift-cards', name: 'Gift cards', type: 'boolean', clientSafe: true },
  { key: 'payments.max-retries', name: 'Payment retries', type: 'number' },
  { key: 'loyalty-banner', name: 'Loyalty points banner', type: 'boolean', clientSafe: true },
  { key: 'new-navigation', name: 'New navigation', type: 'boolean', clientSafe: true },
  { key: 'recs-carousel', name: 'Recommendation carousel', type: 'string', clientSafe: true },
  {
    key: 'checkout-layout',
    name: 'Checkout layout',
    type: 'string',
    clientSafe: true,
    description: 'Which checkout people get: the classic steps, a compact form, or everything on one page.',
  },
] as const

/** Configs by flag and environment, in the order of their versions. */
const versions: Record<string, Record<string, Config[]>> = {
  'holiday-hero': { production: [off(false)], staging: [off(false)], development: [off(false)] },
  'gift-cards': { production: [everyone(true)], staging: [everyone(true)], development: [everyone(true)] },
  'payments.max-retries': { production: [everyone(3)], staging: [everyone(5)], development: [everyone(5)] },
  'loyalty-banner': { production: [share(5)], staging: [everyone(true)], development: [everyone(true)] },
  'new-navigation': { production: [share(10), share(25), share(50)], staging: [everyone(true)] },
  'recs-carousel': { development: [everyone('on')] },
  'checkout-layout': {
    production: [layout(5), layout(10)],
    staging: [layout(20), layout(40)],
    development: [everyone('one-page')],
  },
}

type Audience = Omit<Parameters<Client['createSegmentVersion']>[0]['body'], 'version'>

/** Versions of a segment, in their order. */
const audiences: Audience[] = [
  { included: ['u-20418', 'u-20533'], comment: 'The first who asked' },
  {
    included: ['u-20418', 'u-20533', 'u-31007'],
    excluded: ['u-77120'],
    rules: [
      {
        id: 'staff',
        name: 'Staff',
        conditions: [{ attribute: 'email', operator: 'ends_with', value: '@northpier.example' }],
      },
    ],
  },
]

/** A project as it looks after some weeks: flags in every state, a segment, production protected, and one change that waits for review. */
export const seed = async (api: Client): Promise<void> => {
  const projectId = (await api.listProjects({})).items.at(-1)?.id ?? ''
  const { items: environments } = await api.listEnvironments({ params: { projectId } })
  const idOf = (slug: string): string => environments.find((one) => one.slug === slug)?.id ?? ''

  for (const flag of flags) {
    await api.createFlag({ params: { projectId }, body: flag })
    for (const [slug, configs] of Object.entries(versions[flag.key] ?? {})) {
      for (const [index, config] of configs.entries()) {
        const params = { projectId, envId: idOf(slug), flagKey: flag.key }
        await api.createFlagVersion({ params, body: { version: index + 1, ...config } })
      }
    }
  }
  const betaTesters = { projectId, segmentKey: 'beta-testers', envId: idOf('staging') }
  await api.createSegment({
    params: betaTesters,
    body: { key: 'beta-testers', name: 'Beta testers', description: 'People who asked to see things first.' },
  })
  for (const [index, config] of audiences.entries()) {
    await api.createSegmentVersion({ params: betaTesters, body: { version: index + 1, ...config } })
  }
  const envId = idOf('production')
  await api.updateEnvironment({ params: { projectId, envId }, body: { protected: true } })
  const params = { projectId, envId, flagKey: 'checkout-layout' }
  await api.createProposal({ params, body: { version: 2, ...layout(25) } })
}
