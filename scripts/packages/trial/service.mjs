import assert from 'node:assert/strict'

const timeoutMs = 20_000

/** Connects to the running service, and provides functions to change and read it. */
export const openService = async ({ managementUrl, deliveryUrl, operatorKey, name, folder }) => {
  const send = async (method, path, body) => {
    const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${managementUrl}${path}`, { method, headers, body: body && JSON.stringify(body) })
    const answer = await response.json()
    assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

  // Several runtimes use the same service at the same time, each in its own project.
  const project = await send('POST', '/v1/projects', { name, slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-') })
  const base = `/v1/projects/${project.id}`
  const { items } = await send('GET', `${base}/environments`)
  const environmentId = items.find(({ slug }) => slug === 'development').id
  const createKey = async (type) => {
    const path = `${base}/environments/${environmentId}/api-keys`
    return (await send('POST', path, { type, description: 'trial' })).key
  }

  return {
    managementUrl,
    deliveryUrl,
    key: await createKey('server'),
    clientKey: await createKey('client'),
    folder,
    /** Creates a flag that is green for the plan pro. `change` sets another default. */
    createFlag: async (flagKey) => {
      await send('POST', `${base}/flags`, { key: flagKey, name: flagKey, type: 'string', clientSafe: true })
      const rule = {
        id: 'rule_pro',
        conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
        value: 'green',
      }
      let version = 0
      const change = (defaultValue) => {
        version += 1
        const config = { version, enabled: true, defaultValue, rules: [rule] }
        return send('PUT', `${base}/environments/${environmentId}/flags/${flagKey}`, config)
      }
      await change('blue')
      return { change }
    },
    usageOf: async (flagKey) => {
      const date = new Date().toISOString().slice(0, 10)
      await send('POST', '/v1/telemetry/backfill', { date, environmentId })
      const { rows } = await send('GET', `${base}/flags/${flagKey}/usage?environmentId=${environmentId}`)
      return rows[0]?.valueDistribution
    },
  }
}

/** Repeats `look` until it succeeds, or until the timeout. */
export const eventually = async (look) => {
  const began = Date.now()
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() - began > timeoutMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
