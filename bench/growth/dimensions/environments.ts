import type { Connection } from '../../support/databases.ts'
import type { Dimension } from '../dimension.ts'
import { baseUs, configSql, cost, versionColumns } from '../flag-rows.ts'
import { idOf, insertMany } from '../insert.ts'
import { fillKeys, secretOf } from '../key-rows.ts'
import type { Place } from '../place.ts'

/** A project's environments, and its flags. */
const environmentsEach = 3
const flagsEach = 10

const projectId = idOf('proj', '(i - 1) / 3')
const environmentId = idOf('env', 'i')
const flagId = (flag: number) => idOf(`flag_${flag}`, '(i - 1) / 3')

const fill = async (connection: Connection, { orgId }: Place, size: number): Promise<void> => {
  const projects = Math.ceil(size / environmentsEach)
  const firsts = [1, projects] as const
  const all = [1, size] as const
  await insertMany(
    connection,
    'projects (id, org_id, name, slug, created_us)',
    firsts,
    `${idOf('proj', '(i - 1)')}, '${orgId}', 'Project ' || i, 'project-' || i, ${baseUs} + i`,
  )
  await insertMany(
    connection,
    'environments (id, project_id, name, slug, color, protected, revision, published_revision, created_us)',
    all,
    `${environmentId}, ${projectId}, 'Environment', 'environment-' || i, '#15877A', false, 1, 1, ${baseUs} + i`,
  )
  for (let flag = 1; flag <= flagsEach; flag++) {
    await insertMany(
      connection,
      'flags (id, org_id, project_id, key, name, type, client_safe, search_text, created_us)',
      firsts,
      `${idOf(`flag_${flag}`, '(i - 1)')}, '${orgId}', ${idOf('proj', '(i - 1)')}, 'flag-${flag}', 'Flag', 'boolean', true,
        'flag-${flag}', ${baseUs + flag}`,
    )
    await insertMany(
      connection,
      versionColumns,
      all,
      `${idOf(`fv_${flag}`, 'i')}, ${flagId(flag)}, ${environmentId}, 1, ${configSql('1')}, 'key_bench', null,
        ${baseUs + flag}, ${cost}`,
    )
  }
  await fillKeys(connection, orgId, size, (number) => `env_01a1dd5b9c0b7192bc17${100_000_000_000 + number}`)
}

export const environments: Dimension = {
  name: 'environments',
  title: `Environments on an instance, ${flagsEach} flags each, ${environmentsEach} in a project`,
  sizes: [1, 100, 10_000],
  fill,
  questions: (_, size) =>
    Array.from({ length: size }, (_, at) => ({
      key: secretOf(at + 1),
      flagKey: `flag-${1 + (at % flagsEach)}`,
      context: { userId: 'ada' },
    })),
  list: () => '/v1/projects',
}
