import { command } from '../../core/command.ts'
import { required, switched } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'

export const revokeKey = command({
  name: 'revoke',
  summary: 'Revoke an API key, for good',
  target: 'environment',
  arguments: { key: required('the id of the key: key_…') },
  options: { yes: switched('do not ask') },
  examples: ['keys revoke key_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --yes'],
  run: async ({ api, ask, out, project, env }, { key, yes }) => {
    await ask.confirm(`Revoke ${key} of ${env.slug} for good?`, yes)
    const answer = await api.revokeApiKey({ params: { projectId: project.id, envId: env.id, keyId: key } })
    out.show(answer, () => out.note(rich`${green('Revoked')} ${answer.id}.`))
    warnOfSync(out, answer)
  },
})
