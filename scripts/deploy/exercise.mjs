import { setTimeout } from 'node:timers/promises'
import { check } from './shell.mjs'

const flagKey = 'from-the-image'

/** Uses each part of a running server once. */
export async function exercise(management, delivery, key, { isThere = false } = {}) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async (url, method, body) => {
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    check(response.ok, `${method} ${url} answered ${response.status}: ${text}`)
    return text
  }
  for (const url of [management, delivery]) check((await ask(`${url}/readyz`, 'GET')).includes('"ready"'), 'not ready')
  check((await ask(management, 'GET')).includes('<html'), 'There is no dashboard.')
  if (!isThere) await makeFlag(management, ask)
  const evaluate = async () =>
    JSON.parse(await ask(`${delivery}/v1/evaluate`, 'POST', { flagKey, context: { userId: 'ada' } }))
  // Delivery may receive a saved change a moment later.
  for (let tries = 0; (await evaluate()).value !== true; tries++) {
    check(tries < 100, 'The flag that was saved is not what Delivery answers.')
    await setTimeout(100)
  }
  const { environmentId } = JSON.parse(await ask(`${delivery}/v1/bundle`, 'GET'))
  const sdk = { sdkType: 'server', sdkVersion: '1.0.0' }
  const event = { flagKey, environmentId, value: true, reason: 'DEFAULT', evaluatedAt: Date.now(), ...sdk }
  const { accepted } = JSON.parse(await ask(`${management}/v1/telemetry/events`, 'POST', { events: [event] }))
  check(accepted === 1, 'An event is not accepted.')
}

async function makeFlag(management, ask) {
  const { items: projects } = JSON.parse(await ask(`${management}/v1/projects`, 'GET'))
  const project = `${management}/v1/projects/${projects[0].id}`
  const { items: environments } = JSON.parse(await ask(`${project}/environments`, 'GET'))
  const { id } = environments.find(({ slug }) => slug === 'development')
  await ask(`${project}/flags`, 'POST', { key: flagKey, name: flagKey, type: 'boolean' })
  const config = { version: 1, enabled: true, defaultValue: true, rules: [] }
  await ask(`${project}/environments/${id}/flags/${flagKey}`, 'PUT', config)
}
