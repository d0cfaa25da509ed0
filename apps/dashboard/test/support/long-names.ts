import type { Client } from '@bunting/contract'

const length = 200

/**
 * A name of words with the maximum length, and one that cannot be broken. Each begins and ends with something
 * distinctive.
 */
const longName = (first: string, last: string): string => {
  const middle = ' that apps, people and scripts of the whole company have known by this name for years'.repeat(3)
  return `${first}${middle.slice(0, length - first.length - last.length - 1)} ${last}`
}
const unbroken = (first: string, last: string): string =>
  `${first}${'ThatNobodyBroke'.repeat(20).slice(0, length - first.length - last.length)}${last}`

export const people = [longName('Alexandra', 'Zimmermann'), 'Bo'] as const

export const longFlag = {
  key: `checkout.${'layout-of-the-long-name.'.repeat(4)}end`,
  name: longName('Checkout', 'Zeta'),
}
export const largeSegment = { key: 'newsletter-readers', name: longName('Newsletter readers', 'Omega') }
export const longSegment = { key: 'beta-testers', name: longName('Beta testers', 'Omega') }
export const longExperiment = longName('Try', 'Psi')
export const longEnvironment = { slug: 'training', name: longName('Training', 'Last') }

const colors = ['#CF4526', '#C98F12', '#15877A', '#3E63DD', '#8E4EC6']

const environmentNames = (count: number): { slug: string; name: string }[] =>
  Array.from({ length: count }, (_, index) => {
    if (index === 0) return longEnvironment
    if (index === 1) return { slug: 'unbroken', name: unbroken('Load', 'Test') }
    return { slug: `r-${index}`, name: index % 3 === 0 ? `R${index % 10}` : `Region ${index} Pre-production` }
  })

const layouts = ['classic', unbroken('compact', 'one'), 'one-page'] as const

const layout = (rolloutPercentage: number) => ({
  enabled: true,
  defaultValue: 'classic',
  variants: layouts.map((value, index) => ({ key: `${index}-${value}`.slice(0, 128), value })),
  rules: [
    {
      id: 'pilot',
      name: longName('Pilot', 'countries'),
      conditions: [
        { attribute: 'country', operator: 'in' as const, value: ['NL', 'BE', unbroken('Country', 'End')] },
        { attribute: `attribute-${'of-everybody-'.repeat(8)}end`, operator: 'equals' as const, value: 'a' },
      ],
      value: 'one-page',
      rolloutPercentage,
    },
  ],
})

/**
 * A project in which all names have two characters or the maximum length: twenty environments, flags, a segment, tags,
 * rules, a proposal, a schedule, an experiment, keys, views, a webhook.
 */
export const addLongNames = async (api: Client, { flags = 40 } = {}): Promise<string> => {
  const name = longName('Storefront', 'Northpier')
  const { id: projectId, environments } = await api.createProject({ body: { name, slug: 'long-names' } })
  const params = { projectId }
  const idOf = (slug: string): string => environments.find((one) => one.slug === slug)?.id ?? ''
  const [production, staging] = [idOf('production'), idOf('staging')]
  await api.updateEnvironment({ params: { projectId, envId: staging }, body: { name: 'QA' } })
  for (const [index, body] of environmentNames(20 - environments.length).entries()) {
    await api.createEnvironment({ params, body: { ...body, color: colors[index % 5] as string } })
  }
  const { items: everywhere } = await api.listEnvironments({ params, query: { limit: 100 } })

  const members = (await api.listMembers({})).items
  const ownerOf = (name: string): string | undefined => members.find((one) => one.name === name)?.id
  const tags = ['recommendations-of-the-product-pages-and-the-basket', 'QA', 'team-discovery', 'q4'].map((tag) =>
    tag.slice(0, 50),
  )
  for (let index = flags; index > 0; index -= 1) {
    const isLong = index % 4 === 0
    const body = {
      key: `flag-${index}`,
      name: isLong ? (index % 8 === 0 ? unbroken('Banner', `${index}`) : longName('Banner', `${index}`)) : `F${index}`,
      type: 'boolean' as const,
      ...(index % 3 === 0 ? { tags, kind: 'experiment' as const, expectedEnd: '2026-01-31' } : {}),
      ...(index % 5 === 0 ? { ownerId: ownerOf(people[index % 2] as string) as never } : {}),
    }
    await api.createFlag({ params, body })
  }
  const ownerId = ownerOf(people[0])
  await api.createFlag({
    params,
    body: {
      ...{ ...longFlag, type: 'string', tags, kind: 'experiment', expectedEnd: '2026-01-31', clientSafe: true },
      ...(ownerId ? { ownerId: ownerId as never } : {}),
      description: `${longName('Which', 'checkout')} ${unbroken('https://', 'wiki')}`,
    },
  })
  const config = { enabled: true, defaultValue: 'classic', rules: [], comment: longName('Because', 'Why') }
  for (const { id: envId } of everywhere) {
    await api.createFlagVersion({
      params: { projectId, envId, flagKey: longFlag.key },
      body: { version: 1, ...config },
    })
  }
  for (const envId of [production, staging, everywhere.find(({ slug }) => slug === longEnvironment.slug)?.id ?? '']) {
    const place = { projectId, envId, flagKey: longFlag.key }
    await api.createFlagVersion({ params: place, body: { version: 2, ...layout(20) } })
  }
  await api.createSegment({ params, body: { ...longSegment, description: longName('People', 'first') } })
  await api.createSegment({ params, body: { ...largeSegment, large: true, description: longName('Readers', 'first') } })
  await api.createSegment({ params, body: { key: 'qa', name: 'QA' } })
  for (const [index, { id: envId }] of everywhere.entries()) {
    const included = Array.from({ length: index + 2 }, (_, at) => `${unbroken('user', 'id')}-${at}`)
    const rules = [
      {
        id: 'staff',
        name: longName('Staff', 'of it'),
        conditions: [{ attribute: 'email', operator: 'ends_with' as const, value: unbroken('@', '.example') }],
      },
    ]
    await api.createSegmentVersion({
      params: { projectId, envId, segmentKey: longSegment.key },
      body: { version: 1, included, rules, comment: longName('The first', 'who asked') },
    })
  }
  await api.createSchedule({
    params: { projectId, envId: staging, flagKey: longFlag.key },
    body: {
      steps: [10, 50, 100].map((rolloutPercentage) => ({
        after: 3_600,
        change: { rules: { pilot: { rolloutPercentage } } },
      })),
    } as never,
  })
  await addLongExperiment(api, { projectId, envId: idOf('development'), flagKey: longFlag.key })
  await api.createApiKey({
    params: { projectId, envId: production },
    body: { type: 'server', description: longName('Deploy', 'bot') },
  })
  await api.createApiKey({
    params: { projectId, envId: production },
    body: { type: 'client', description: unbroken('Web', 'shop') },
  })
  for (const branch of [unbroken('main', 'Z'), 'b']) {
    const references = Array.from({ length: 3 }, (_, at) => ({
      ...{
        flagKey: longFlag.key,
        path: `${unbroken('src', 'folder')}/${'deep/'.repeat(40)}file-${at}.ts`,
        line: at + 1,
      },
      alias: unbroken('AS', 'Alias'),
    }))
    const commit = 'c0ffee'.repeat(33)
    const scanned = { repository: longName('acme', 'shop'), branch, commit, at: '2026-01-31T12:00:00Z', references }
    await api.updateCodeReferences({ params, body: { ...scanned, url: 'https://code.example/{path}' } })
  }
  await api.createView({ params, body: { name: longName('What', 'waits'), search: '?type=boolean' } as never })
  await api.createContext({
    params,
    body: { name: longName('Somebody', 'there'), context: { userId: unbroken('user', '1') } } as never,
  })
  await api.createWebhook({
    body: {
      url: `http://127.0.0.1:9/${unbroken('hook', 'end')}`,
      events: ['flag.'],
      description: longName('Deploy', 'bot'),
    },
  })
  await api.updateEnvironment({ params: { projectId, envId: production }, body: { protected: true } })
  const place = { projectId, envId: production, flagKey: longFlag.key }
  await api.createProposal({ params: place, body: { version: 2, ...layout(25), comment: longName('Since', 'asked') } })
  return projectId
}

type Place = { projectId: string; envId: string; flagKey: string }

/** A draft, and one that runs, on a rule which splits over variants with long names, by metrics with long names. */
const addLongExperiment = async (api: Client, place: Place): Promise<void> => {
  const { rules, ...config } = layout(20)
  const distribution = config.variants.map(({ key }) => ({ variant: key, weight: 1 }))
  const [rule] = rules.map(({ value: _, ...split }) => ({ ...split, distribution }))
  await api.createFlagVersion({ params: place, body: { version: 2, ...config, rules: [rule as never] } })
  const metrics = ['orders', 'errors'].map((key) => `${key}-${'of-everybody-'.repeat(8)}end`)
  for (const [index, key] of metrics.entries()) {
    await api.createMetric({
      params: place,
      body: {
        ...{ key, name: index === 0 ? longName('Orders', 'a day') : unbroken('Errors', 'A'), kind: 'sum' },
        event: `purchase${'.of-the-shop'.repeat(10)}`,
        description: longName('What', 'counts'),
      },
    })
  }
  const body = {
    ...{ name: longExperiment, hypothesis: `${longName('People', 'buy')} ${unbroken('More', 'Often')}` },
    ...{ ruleId: 'pilot', control: distribution[0]?.variant ?? '', primary: metrics[0] ?? '' },
    // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
    guardrails: [{ metric: metrics[1] ?? '', worseBy: 0.2, then: 'notify' as const }],
  }
  await api.createExperiment({ params: place, body })
  const { id } = await api.createExperiment({ params: place, body })
  await api.startExperiment({ params: { experimentId: id } })
}
