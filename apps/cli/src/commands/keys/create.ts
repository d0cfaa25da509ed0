import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { list, oneOf, required, text } from '../../core/parameters.ts'
import { dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { parseDuration } from '../../text/duration.ts'

const scopes = ['evaluate', 'telemetry', 'read', 'edit', 'admin', 'manage'] as const
type Scope = (typeof scopes)[number]
/** The scopes that an application needs; scopes for managing have to be asked for. */
const usual: Scope[] = ['evaluate', 'telemetry']

export const createKey = command({
  name: 'create',
  summary: 'Create an API key for an environment',
  description: 'The key is printed this once, alone on standard output.',
  target: 'environment',
  arguments: { description: required('what it is for') },
  options: {
    type: oneOf(
      'type',
      ['server', 'client'],
      'a client key is public: it evaluates client-safe flags (default: server)',
    ),
    scope: list(
      'scope',
      `what it may do: ${scopes.join(', ')}; several by commas; manage is read, edit and admin (default: ${usual.join(', ')})`,
      { choices: scopes },
    ),
    expires: text(
      'when',
      'when it ends: after 90d, 12h and the like, or at a date such as 2030-01-31 (default: never)',
    ),
  },
  examples: [
    'keys create "Checkout service" --env production',
    'keys create "Web shop" --type client',
    'keys create "CI" --scope read,edit --expires 90d',
    'keys create "My laptop, for bunting login" --scope evaluate,manage',
  ],
  run: async ({ api, out, project, env }, { description, type = 'server', scope, expires }) => {
    const asked = scope?.flatMap((texts) => texts.split(',')).map(toScope)
    const answer = await api.createApiKey({
      params: { projectId: project.id, envId: env.id },
      body: {
        type,
        description,
        scopes: asked ?? usual,
        ...(expires === undefined ? {} : { expiresAt: toInstant(expires) }),
      },
    })
    out.show(answer, () => {
      const end = answer.expiresAt === undefined ? '' : ` until ${timeText(answer.expiresAt)} UTC`
      const may = (asked ?? usual).join(', ')
      out.note(dim(rich`${answer.id}, a ${answer.type} key of ${env.slug}${end}: ${may}. It is shown this once:`))
      out.print(rich`${answer.key}`)
    })
    warnOfSync(out, answer)
  },
})

const toScope = (text: string): Scope =>
  scopes.find((scope) => scope === text) ?? wrongUse(`"${text}" is not a scope: there are ${scopes.join(', ')}.`)

const toInstant = (text: string): string => {
  const seconds = parseDuration(text)
  const instant = seconds === undefined ? Date.parse(text) : Date.now() + seconds * 1_000
  if (Number.isNaN(instant)) wrongUse(`"${text}" says no time: write 90d, 12h, or a date such as 2030-01-31.`)
  return new Date(instant).toISOString()
}
