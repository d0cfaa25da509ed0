import { command } from '../../command.ts'
import { wrongUse } from '../../failure.ts'
import { dim, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { list, oneOf, required } from '../../parameters.ts'

const scopes = ['evaluate', 'manage', 'telemetry'] as const
type Scope = (typeof scopes)[number]

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
    scope: list('scope', `what it may do: ${scopes.join(', ')} (default: all that its type may)`, { choices: scopes }),
  },
  examples: [
    'keys create "Checkout service" --env production',
    'keys create "Web shop" --type client',
    'keys create "CI" --scope manage',
  ],
  run: async ({ api, out, project, env }, { description, type = 'server', scope }) => {
    const answer = await api.createApiKey({
      params: { projectId: project.id, envId: env.id },
      body: { type, description, ...(scope ? { scopes: scope.map(toScope) } : {}) },
    })
    out.show(answer, () => {
      out.note(dim(rich`${answer.id}, a ${answer.type} key of ${env.slug}. It is shown this once:`))
      out.print(rich`${answer.key}`)
    })
    warnOfSync(out, answer)
  },
})

const toScope = (text: string): Scope =>
  scopes.find((scope) => scope === text) ?? wrongUse(`"${text}" is no scope: there are ${scopes.join(', ')}.`)
