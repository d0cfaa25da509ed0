import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listenWith } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer({ BUNTING_WEBHOOK_ALLOW: '127.0.0.1' })
const url = 'http://127.0.0.1:9/hooks'

const create = async (args = '--event flag.', to = url) => {
  const { stdout } = await cli.run(`webhooks create ${to} ${args} --json`)
  return JSON.parse(stdout) as { id: string; secret: string }
}

test('a webhook is created, and its secret is alone on standard output', async () => {
  const { code, stdout, stderr } = await cli.run(`webhooks create ${url} --event flag. --event schedule.failed`)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^whsec_\S+\n$/)
  expect(stderr).toMatch(/^hook_\w+ is told of flag\., schedule\.failed\./)
})

test('events that no action has are wrong use, with the near one', async () => {
  expect(await cli.run(`webhooks create ${url}`)).toMatchObject({ code: 2 })
  expect(await cli.run(`webhooks create ${url} --event flags.`)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Did you mean "flag."?'),
  })
  expect(await cli.run(`webhooks create ${url} --event flag.,schedule.faild`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "schedule.failed"?'),
  })
})

test('it is listed, shown, changed, turned off, rotated and deleted', async () => {
  const { slug } = await cli.newProject()
  const { id } = await create(`--event flag. --project ${slug} --format slack --description "The team"`)
  expect((await cli.run('webhooks list')).stdout).toMatch(
    new RegExp(`^${id} +on +slack +${slug} +flag\\. .*The team$`, 'm'),
  )
  expect(await cli.run(`webhooks update ${id}`)).toMatchObject({ code: 2 })
  expect(await cli.run(`webhooks update ${id} --event "*" --no-description --no-enabled`)).toMatchObject({ code: 0 })
  const { stdout } = await cli.run(`webhooks show ${id}`)
  expect(stdout).toContain(`${url}  off  slack`)
  expect(stdout).toContain(`Of ${slug}: *`)
  expect(stdout).not.toContain('The team')
  const rotated = await cli.run(`webhooks rotate ${id}`)
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S+\n$/) })
  expect(rotated.stderr).toContain('the one before ends at')
  expect(await cli.run(`webhooks delete ${id}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Say --yes'),
  })
  expect(await cli.run(`webhooks delete ${id} --yes`)).toMatchObject({ code: 0, stderr: `Deleted ${id}.\n` })
  expect(await cli.run(`webhooks show ${id}`)).toMatchObject({ code: 1, stdout: '' })
})

test('ids of webhooks are completed', async () => {
  const { id } = await create()
  const { stdout } = await cli.run(`__complete webhooks show ${id.slice(0, 30)}`)
  expect(stdout).toContain(`${id}\t${url}\n`)
})

test('a test says what the address answered, and whether that was a success', async () => {
  await using there = await listenWith((_, response) => response.writeHead(204).end())
  const { id } = await create('--event flag.', there.url)
  expect(await cli.run(`webhooks test ${id}`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Delivered: it answered 204 after \d+ ms\n$/),
  })
  await using away = await listenWith((_, response) => response.writeHead(500).end())
  await cli.run(`webhooks update ${id} --url ${away.url}`)
  expect(await cli.run(`webhooks test ${id}`)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Failed: it answered 500 after \d+ ms/),
  })
})

test('what it was sent is listed, and sent again', async () => {
  const { slug, run } = await cli.newProject()
  const received: string[] = []
  await using there = await listenWith(async (request, response) => {
    received.push(JSON.parse(await text(request)).type)
    response.writeHead(200).end()
  })
  const { id } = await create(`--event flag.created --project ${slug}`, there.url)
  await run('flags create a')
  const deliveries = async () => (await cli.run(`webhooks deliveries ${id}`)).stdout
  await expect.poll(deliveries).toMatch(/^msg_\w+ +delivered +flag\.created +1 .* 200$/m)
  const message = /msg_\w+/.exec(await deliveries())?.[0]
  expect(await cli.run(`webhooks resend ${id} ${message}`)).toMatchObject({
    code: 0,
    stderr: `Sending ${message} (flag.created) again.\n`,
  })
  await expect.poll(() => received).toEqual(['flag.created', 'flag.created'])
})
