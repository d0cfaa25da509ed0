import { command } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import { text } from '../core/parameters.ts'
import { green, type Rich, red, rich, yellow } from '../output/rich.ts'
import { checkUrl } from '../server/check-url.ts'
import { listenersOf } from '../server/local-urls.ts'
import { send } from '../server/send.ts'

type Readiness = { status?: unknown; failing?: string[]; degraded?: string[] }
type Asked = { ready: boolean; words: Rich }

export const health = command({
  name: 'health',
  summary: 'Ask the server on this machine whether it is ready',
  description:
    'It finds it by the variables that the server itself reads: BUNTING_ROLE, BUNTING_HOST, BUNTING_MANAGEMENT_PORT and BUNTING_DELIVERY_PORT. The exit code is 0 where all that it asks is ready, else 1: made for the health checks of containers.',
  target: 'nothing',
  options: { url: text('url', 'of one of its two APIs, instead of those of this machine') },
  examples: ['health', 'health --url https://flags.example.com'],
  run: async ({ environment, out }, { url }) => {
    const urls = url === undefined ? listenersOf(environment.server) : [checkUrl(url)]
    const answers = await Promise.all(urls.map(async (one) => ({ url: one, ...(await ask(one)) })))
    for (const { url, words } of answers) out.print(rich`${url} ${words}`)
    return answers.every(({ ready }) => ready) ? 'ok' : 'refused'
  },
})

const ask = async (url: string): Promise<Asked> => {
  try {
    const response = await send(`${url}/readyz`)
    return say(response.ok, (await response.json()) as Readiness)
  } catch (error) {
    // Any failure to answer means "not ready" to a health check.
    if (error instanceof Failure) return { ready: false, words: rich`${red('not ready')}: ${error.message}` }
    throw error
  }
}

const say = (ready: boolean, { failing = [], degraded = [] }: Readiness): Asked => {
  if (!ready) return { ready, words: rich`${red('not ready')}, for want of: ${failing.join(', ')}` }
  const without = degraded.length === 0 ? rich`` : rich`, ${yellow(`degraded: ${degraded.join(', ')}`)}`
  return { ready, words: rich`${green('ready')}${without}` }
}
