import { expect, test } from 'vitest'
import { listenWith } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const dev = 'development'

const idIn = (text: string): string => /exp_\w+/.exec(text)?.[0] ?? ''

/** A project with a flag that splits between blue and green, and a metric. */
const open = async () => {
  const project = await cli.newProject()
  await project.run('flags create checkout --type string')
  const [environment] = project.environments.filter(({ slug }) => slug === dev)
  await cli.api.createFlagVersion({
    params: { projectId: project.id, envId: environment?.id ?? '', flagKey: 'checkout' },
    body: {
      version: 1,
      enabled: true,
      defaultValue: '#000',
      variants: [
        { key: 'blue', value: '#00f' },
        { key: 'green', value: '#0f0' },
      ],
      rules: [
        {
          id: 'colours',
          name: 'Colours',
          conditions: [],
          distribution: [
            { variant: 'blue', weight: 50 },
            { variant: 'green', weight: 50 },
          ],
        },
      ],
    },
  })
  expect(await project.run('metrics create purchases --event purchase')).toMatchObject({ code: 0 })
  return project
}

test('metrics are made, told in words, renamed and archived', async () => {
  const { run } = await open()
  const made = await run(
    'metrics create slow --event slow --kind ratio --denominator request --direction decrease --window 10m --after 1h',
  )
  expect(made.stderr).toContain('slow over request, from 1h to 1h10m of the first exposure.')
  const { stdout } = await run('metrics list')
  expect(stdout).toMatch(
    /^purchases +conversion +higher +whether there is a purchase, within 1d of the first exposure/m,
  )
  await run('metrics update slow --name "Slow requests" --description "Over 500 ms"')
  const shown = await run('metrics show slow')
  expect(shown.stdout).toContain('slow: Slow requests\nOver 500 ms\nA unit is worth slow over request')
  expect(shown.stdout).toContain('Lower is better.')
  expect((await run('metrics archive slow')).stderr).toContain('Archived slow.')
  expect((await run('metrics list')).stdout).not.toContain('slow')
  expect((await run('metrics list --archived')).stdout).toContain('slow')
  expect((await run('metrics unarchive slow')).code).toBe(0)
})

test('what is said of a metric is looked at before it is sent, or refused by the server', async () => {
  const { run } = await open()
  expect(await run('metrics create x')).toMatchObject({ code: 2, stderr: expect.stringContaining('Of which event?') })
  expect(await run('metrics create x --event y --window soon')).toMatchObject({ code: 2 })
  expect(await run('metrics create x --event y --kind ratio')).toMatchObject({ code: 1 })
  expect(await run('metrics show purchase')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "purchases"?'),
  })
})

test('an experiment is drafted, started, listed and stopped', async () => {
  const { run, runIn } = await open()
  await run('metrics create errors --event error --kind count --direction decrease')
  const drafted = await runIn(
    dev,
    `experiments create checkout --primary purchases --control blue --guardrail 'errors worse by 5 % then rollback' --end +30d --effect 2.5%`,
  )
  expect(drafted.stderr).toContain('Drafted an experiment on checkout in development (exp_')
  const id = idIn(drafted.stderr)
  const { stdout } = await run(`experiments show ${id}`)
  expect(stdout).toContain('checkout in development: draft\ncheckout: purchases. Made by ')
  expect(stdout).toContain('Guardrail: errors worse by 5 %: roll back')
  expect(JSON.parse((await run(`experiments show ${id} --json`)).stdout)).toMatchObject({
    ruleId: 'colours',
    minimumEffect: 0.025,
    method: 'hybrid',
  })
  expect((await cli.run(`experiments start ${id}`)).stderr).toContain(`Started the experiment on checkout (${id}).`)
  expect((await run('experiments list --status running')).stdout).toMatch(
    new RegExp(`^${id} +running +checkout +development +purchases `, 'm'),
  )
  expect((await cli.run(`experiments stop ${id} --note "Enough of it"`)).stderr).toContain(
    `Stopped ${id}: it is stopped.`,
  )
  expect((await run('experiments list')).stdout).toContain('It was stopped by hand: Enough of it')
})

test('it can be drafted and started at once', async () => {
  const { runIn } = await open()
  const { stderr } = await runIn(dev, 'experiments create checkout --primary purchases --control blue --start')
  expect(stderr).toMatch(/^Started the experiment on checkout \(exp_/)
})

test.each([
  ['', 'Which metric decides?'],
  ['--primary purchases', 'Which variant is control?'],
  ['--primary purchases --control blue --guardrail "errors above 5"', 'is no guardrail'],
  ['--primary purchases --control blue --end tomorrow', 'says no time'],
  ['--primary purchases --control blue --effect none', 'percentage above 0'],
  ['--primary purchases --control blue --rule Colors', 'Did you mean "Colours"?'],
])('experiments create checkout %s is wrong use', async (options, said) => {
  const { runIn } = await open()
  expect(await runIn(dev, `experiments create checkout ${options}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(said),
  })
})

test('a flag that does not split is no subject of an experiment', async () => {
  const { run, runIn } = await open()
  await run('flags create plain')
  expect(await runIn(dev, 'experiments create plain --primary purchases --control true')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No rule of plain in development splits between variants.'),
  })
})

test('what is shipped is chosen by name, and to whom', async () => {
  expect((await cli.run('experiments ship exp_1')).code).toBe(2)
  expect(await cli.run('experiments ship exp_1 green')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('To whom?'),
  })
})

/** The server, but for these answers, as JSON by the end of their paths. */
const answering = (answers: Record<string, unknown>) =>
  listenWith(async (request, response) => {
    const end = Object.keys(answers).find((path) => request.url?.endsWith(path))
    const headers = { authorization: request.headers.authorization ?? '' }
    const answer = end === undefined ? await fetch(`${cli.server.managementUrl}${request.url}`, { headers }) : undefined
    response
      .writeHead(answer?.status ?? 200, { 'content-type': 'application/json' })
      .end(answer ? await answer.text() : JSON.stringify(answers[end ?? '']))
  })

test('results say first what to do, then whether to trust them, then what happened', async () => {
  const { run, runIn } = await open()
  const id = idIn((await runIn(dev, 'experiments create checkout --primary purchases --control blue --start')).stderr)
  const why =
    'green converts 1.6 % to 30 % better than blue (95 %, looked at whenever). 20,000 of 20,600 units counted. Ship it?'
  const units = { exposed: 10_300, matured: 10_000, waiting: 300 }
  await using proxy = await answering({
    [`${id}/results`]: {
      at: '2026-01-31T12:00:00.000Z',
      isFinal: false,
      method: 'sequential',
      units: { blue: units, green: units },
      srm: { p: 0.4, chiSquareP: 0.4, status: 'ok' },
      health: { mismatched: [{ sdkType: 'web', sdkVersion: '0.4.0', count: 12 }], late: 0, ignored: 0, identity: 0 },
      metrics: [
        {
          key: 'purchases',
          role: 'primary',
          variants: {
            blue: { n: 10_000, mean: 0.1, deviation: 0.3 },
            green: {
              n: 10_000,
              mean: 0.115,
              deviation: 0.319,
              lift: { value: 0.15, low: 0.016075, high: 0.303155 },
              verdict: 'better',
            },
          },
        },
      ],
      guardrails: [{ metric: 'errors', variant: 'green', status: 'safe', evidence: 0.1 }],
      recommendation: { kind: 'ship', variant: 'green', why },
    },
  })
  const { code, stdout } = await run(`experiments show ${id}`, { variables: { BUNTING_URL: proxy.url } })
  expect(code).toBe(0)
  const places = [why, 'Split: ok', '12 exposures of web 0.4.0', '+1.61 % to +30.3 %', 'Guardrail errors: safe'].map(
    (part) => stdout.indexOf(part),
  )
  expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true)
  expect(stdout).toMatch(/^purchases +green +10,000 +0\.115 +\+15 % +\+1\.61 % to \+30\.3 % +better$/m)
})

test('where nothing is counted, an experiment is shown without results', async () => {
  const { run, runIn } = await open()
  const id = idIn((await runIn(dev, 'experiments create checkout --primary purchases --control blue --start')).stderr)
  await using proxy = await listenWith(async (request, response) => {
    const isResults = request.url?.endsWith('/results')
    const headers = { authorization: request.headers.authorization ?? '' }
    const answer = isResults ? undefined : await fetch(`${cli.server.managementUrl}${request.url}`, { headers })
    const error = { code: 'SERVICE_UNAVAILABLE', message: 'BUNTING_ANALYTICS is off.' }
    response
      .writeHead(answer?.status ?? 503, { 'content-type': 'application/json' })
      .end(answer ? await answer.text() : JSON.stringify({ error }))
  })
  expect(await run(`experiments show ${id}`, { variables: { BUNTING_URL: proxy.url } })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('checkout in development: running'),
    stderr: 'No results: BUNTING_ANALYTICS is off.\n',
  })
})

test('a plan is a table of methods, and a check one sentence', async () => {
  const { run } = await open()
  await using proxy = await answering({
    'experiments/plan': {
      units: 14_000,
      unitsPerDay: 1_000,
      baseline: 0.2,
      deviation: 0.4,
      adjusted: null,
      lateShare: 0.25,
      hybrid: { unitsPerVariant: 1_165, days: 7 },
      sequential: { unitsPerVariant: 2_084, days: 7 },
      fixed: null,
    },
    'purchases/check': { units: 14_000, splits: 200, significant: 9, expected: 10, intervals: [] },
  })
  const variables = { BUNTING_URL: proxy.url }
  const plan = await run(`experiments plan purchases --effect 25 --env ${dev}`, { variables })
  expect(plan.stdout).toMatch(/^hybrid +1,165 +7$/m)
  expect(plan.stdout).toMatch(/^fixed +– +–$/m)
  expect(plan.stderr).toContain('The mean is 0.2, of 14,000 units of the last 14 days; 1,000 units come a day.')
  expect(plan.stderr).toContain('25 % of such events come after the window')
  expect((await run(`experiments check purchases --env ${dev}`, { variables })).stdout).toBe(
    '9 of 200 splits of 14,000 units say that one half is better; by chance about 10 would.\n',
  )
})

test('what a unit did is forgotten, once somebody says yes', async () => {
  const { runIn } = await open()
  expect(await runIn(dev, 'experiments forget ada')).toMatchObject({ code: 2 })
  const key = (await runIn(dev, 'keys create Shop')).stdout.trim()
  const sent = await fetch(`${cli.server.deliveryUrl}/v1/track`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ name: 'purchase', context: { userId: 'ada' } }] }),
  })
  expect(sent.status).toBe(202)
  expect((await runIn(dev, 'experiments forget ada --yes')).stderr).toBe('Forgot 1 event and 0 exposures of ada.\n')
  expect((await runIn(dev, 'experiments forget ada --attribute companyId --yes --json')).stdout).toContain(
    '"events": 0',
  )
})
