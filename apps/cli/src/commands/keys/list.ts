import { command } from '../../core/command.ts'
import { dim } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { noteMore, pagingOptions, readPage } from '../paging.ts'

export const listKeys = command({
  name: 'list',
  summary: 'List the API keys of an environment',
  target: 'environment',
  options: pagingOptions,
  examples: ['keys list', 'keys list --env production --json'],
  run: async ({ api, out, project, env }, input) => {
    const params = { projectId: project.id, envId: env.id }
    const page = await readPage(input, (query) => api.listApiKeys({ params, query }))
    out.show(page, () => {
      out.table(
        ['id', 'key', 'type', 'scopes', 'created', 'last used', 'ends', 'state', 'description'],
        page.items.map((key) => [
          key.id,
          `${key.keyPrefix}…`,
          key.type,
          key.scopes.join(', '),
          timeText(key.createdAt),
          key.lastUsedAt === null ? dim('never') : timeText(key.lastUsedAt),
          key.expiresAt === null ? dim('never') : timeText(key.expiresAt),
          stateOf(key),
          key.description,
        ]),
      )
      noteMore(out, page)
    })
  },
})

const stateOf = ({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }) => {
  if (revokedAt !== null) return dim('revoked')
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? dim('expired') : 'active'
}
