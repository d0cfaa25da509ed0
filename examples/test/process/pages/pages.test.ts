import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../../../apps/server/src/testing/servers/server-process.ts'
import { startHere } from '../../../../apps/server/src/testing/servers/start-here.ts'
import { startPrometheus } from '../../../../apps/server/src/testing/services.ts'
import { ownPorts } from './own-ports.ts'
import { blocksOf, isRun, pages, startsServers } from './page.ts'
import { runPage } from './run-page.ts'
import { expectShown } from './shows.ts'
import { withAddresses } from './with-addresses.ts'

/** Pages without commands that can be run here, and why. */
const withoutCommands: Record<string, string> = {
  'docs/README.md': 'it is the list of the others',
  'docs/capacity.md': 'its commands are measurements, which take minutes',
  'docs/containers.md': 'its commands need a container engine, a cluster or systemd',
  'docs/sdk-python.md': 'its code is run by the tests of sdks/python, which has Python',
  'docs/terraform.md': 'its configuration is applied by the tests of terraform/, which have Terraform',
  'docs/threat-model.md': 'each of its rows names the test that holds it, and a test looks for those',
}

/** These pages need PostgreSQL and Redis: their tests are in examples/test/process. */
const elsewhere = ['docs/several-machines.md']

const prometheus = await startPrometheus()
afterAll(() => prometheus.stop())
const parent = mkdtempSync(join(tmpdir(), 'bunting-pages-'))
afterAll(() => rmSync(parent, { recursive: true, maxRetries: 10 }))
const makeDataDir = () => mkdtempSync(join(parent, 'data-'))

test.each(pages)('%s has commands that can be run, or a reason why not', (page) => {
  expect(blocksOf(page).some(isRun)).toBe(!(page in withoutCommands))
})

/** This page waits for two minutes, until the window of a metric is over: it goes first, so that the others run meanwhile. */
const slowest = 'docs/experiments.md'

const runHere = pages
  .filter((page) => !(page in withoutCommands) && !elsewhere.includes(page))
  .sort((one, other) => Number(other === slowest) - Number(one === slowest))

// Each page has its own server, so that pages can run concurrently.
test.concurrent.for(runHere)(
  'what %s says can be done, word for word, and gives what it shows',
  async (page, { onTestFinished }) => {
    const atEnd = onTestFinished
    if (startsServers(page)) {
      await runPage(page, { ...(await ownPorts()), key: '', atEnd })
      return
    }
    const token = randomUUID()
    await using server = await startHere({
      BUNTING_DATA_DIR: makeDataDir(),
      BUNTING_ADMIN_TOKEN: token,
      BUNTING_PROMETHEUS_URL: prometheus.url,
    })
    const { managementUrl, deliveryUrl, firstKey: key = '' } = server
    const said = await runPage(page, { managementUrl, deliveryUrl, key, env: { BUNTING_ADMIN_TOKEN: token }, atEnd })
    if (page !== 'README.md') return
    // The rollout is a quarter of a thousand users.
    const share = Number(/^on for (\d+) of 1000 users$/m.exec(said)?.[1])
    expect(share, said).toBeGreaterThan(100)
    expect(share).toBeLessThan(400)
  },
)

test('the start says what the README shows of it', async () => {
  await using server = await startServer({ BUNTING_DATA_DIR: makeDataDir() })
  const [start, printed] = blocksOf('README.md')
  expect(start).toMatchObject({ language: 'console', code: 'npm start\n' })
  const code = withAddresses(printed?.code ?? '', server)
  expectShown(server.stdout(), { language: 'text', info: '', code })
})
