import { openFlags as openServerFlags } from '@bunting/sdk-server'
import { openFlags as openWebFlags } from '@bunting/sdk-web'
import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OpenFeature as ServerFeature } from '@openfeature/server-sdk'
import { OpenFeature as WebFeature } from '@openfeature/web-sdk'
import { trace } from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { EventSource } from 'eventsource'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import { buntingProvider } from '../src/server.ts'
import { buntingProvider as buntingWebProvider } from '../src/web.ts'

vi.stubGlobal('EventSource', EventSource)
afterAll(() => void vi.unstubAllGlobals())
const spans = new InMemorySpanExporter()
const events = new InMemoryLogRecordExporter()
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }))
logs.setGlobalLoggerProvider(
  new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: events })] }) as never,
)
// Imported after the setup, as in an application, so that the hooks find a tracer.
const { EventHook, SpanHook } = await import('@openfeature/open-telemetry-hooks')
const hooks = () => [new EventHook(), new SpanHook()]

const server = await startTestServer()
const url = server.deliveryUrl
const org = await server.newOrganization()
const { key: flagKey } = await org.createFlag({ clientSafe: true })
const rule = { id: 'rule-1', conditions: [{ attribute: 'userId', operator: 'equals', value: 'ada' }], value: true }
await org.put(org.at(flagKey), config({ rules: [] }))
await org.put(org.at(flagKey), config({ version: 2, rules: [rule] }))

afterEach(async () => {
  await ServerFeature.clearProviders()
  await WebFeature.clearProviders()
  spans.reset()
  events.reset()
})

/** The events and spans by which OpenFeature's own hooks report an evaluation to OpenTelemetry. */
const told = () => [
  ...events.getFinishedLogRecords().map(({ eventName, attributes }) => ({ name: eventName, attributes })),
  ...spans.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes })),
]

const whole = (more: object) => ({
  name: 'feature_flag.evaluation',
  attributes: {
    'feature_flag.key': flagKey,
    'feature_flag.result.reason': 'targeting_match',
    'feature_flag.result.value': true,
    'feature_flag.context.id': 'ada',
    'feature_flag.set.id': org.environmentId('development'),
    ...more,
  },
})

test("on servers OpenFeature's hooks tell the whole of an evaluation", async () => {
  await ServerFeature.setProviderAndWait(buntingProvider(openServerFlags({ url, key: org.key })))
  const client = ServerFeature.getClient().addHooks(...hooks())
  await client.getBooleanValue(flagKey, false, { targetingKey: 'ada', plan: 'pro' })
  const own = {
    'feature_flag.provider.name': 'bunting',
    'feature_flag.result.variant': 'on',
    'feature_flag.version': '2',
  }
  expect(told()).toEqual([whole(own), whole(own)])
})

test('in browsers they do, with the revision of the environment as the version', async () => {
  const { key } = await org.createKey({ type: 'client' })
  await WebFeature.setContext({ targetingKey: 'ada' })
  const flags = openWebFlags({ url, key, flags: [flagKey] })
  await WebFeature.setProviderAndWait(buntingWebProvider(flags))
  WebFeature.getClient()
    .addHooks(...(hooks() as never[]))
    .getBooleanValue(flagKey, false)
  expect(flags.revision).toMatch(/^\d+$/)
  const own = {
    'feature_flag.provider.name': 'bunting',
    'feature_flag.result.variant': 'on',
    'feature_flag.version': flags.revision,
  }
  expect(told()).toEqual([whole(own), whole(own)])
})

test("with OpenFeature's own provider of OFREP they do", async () => {
  const headers: [string, string][] = [['Authorization', `Bearer ${org.key}`]]
  await ServerFeature.setProviderAndWait(new OFREPProvider({ baseUrl: url, headers }))
  const client = ServerFeature.getClient().addHooks(...hooks())
  await client.getBooleanValue(flagKey, false, { targetingKey: 'ada' })
  const own = {
    'feature_flag.provider.name': expect.any(String),
    'feature_flag.result.variant': 'true',
    'feature_flag.version': 2,
  }
  expect(told()).toEqual([whole(own), whole(own)])
})

test('an evaluation that fails is told with its error, and of which flag set it was asked', async () => {
  await ServerFeature.setProviderAndWait(buntingProvider(openServerFlags({ url, key: org.key })))
  const client = ServerFeature.getClient().addHooks(new SpanHook({ excludeExceptions: true }))
  await client.getBooleanValue('none', false, { targetingKey: 'ada' })
  expect(told()).toMatchObject([
    {
      attributes: {
        'error.type': 'flag_not_found',
        'feature_flag.set.id': org.environmentId('development'),
        'feature_flag.context.id': 'ada',
      },
    },
  ])
})
