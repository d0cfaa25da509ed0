import type { Cli } from '../../support/server.ts'

/** Makes a project with these active and archived flags. */
export const makeProject = async (cli: Cli, keys: readonly string[], archived: readonly string[] = []) => {
  const project = await cli.newProject()
  const params = { projectId: project.id }
  for (const key of [...keys, ...archived]) {
    await cli.api.createFlag({ params, body: { key, name: key, type: 'boolean' } })
  }
  for (const flagKey of archived) {
    await cli.api.updateFlag({ params: { ...params, flagKey }, body: { archived: true } })
  }
  const json = async (args: string) => {
    const ended = await project.run(`code-refs ${args} --json`)
    return { ...ended, body: ended.stdout === '' ? undefined : JSON.parse(ended.stdout) }
  }
  return { ...project, params, json }
}

type Listed = { flagKey: string; path: string; line: number; alias?: string }

/** Formats references as short texts: `checkout src/a.ts:3`. */
export const placesOf = (references: readonly Listed[]): string[] =>
  references.map(({ flagKey, path, line, alias }) => [flagKey, `${path}:${line}`, ...(alias ? [alias] : [])].join(' '))
