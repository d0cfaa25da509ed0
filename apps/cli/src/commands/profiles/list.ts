import { command } from '../../core/command.ts'
import { green, rich } from '../../output/rich.ts'

export const listProfiles = command({
  name: 'list',
  summary: 'List profiles; of their keys only the beginning is shown',
  target: 'nothing',
  examples: ['profiles list'],
  run: async ({ out, profiles }) => {
    out.table(
      ['', 'name', 'url', 'delivery url', 'key', 'project', 'environment'],
      profiles
        .list()
        .map(({ name, current, profile }) => [
          current ? green('*') : '',
          name,
          profile.url,
          profile.deliveryUrl ?? '',
          `${profile.key.slice(0, 10)}…`,
          profile.project ?? '',
          profile.environment ?? '',
        ]),
    )
    if (profiles.list().length === 0) out.note(rich`There is none yet: bunting login`)
  },
})
