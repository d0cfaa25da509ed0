import { joinLists, type Reader } from './reader.ts'

type Features = { features?: { name: string }[] }
type Exported = { features?: unknown[]; featureTags?: unknown[] }

export const unleash: Reader = {
  title: 'Unleash',
  address: { variable: 'UNLEASH_URL' },
  keyVariable: 'UNLEASH_TOKEN',
  environment: async (requests, base, key) =>
    (await requests({ url: `${base}/api/client/features`, about: 'the flags', headers: { authorization: key } })).body,
  namesIn: (environment) => ((environment as Features).features ?? []).map(({ name }) => name),
  admin: {
    address: { variable: 'UNLEASH_URL' },
    tokenVariable: 'UNLEASH_ADMIN_TOKEN',
    // One environment is enough: names and tags are the same in all.
    first: ({ environments: [environment = ''] }) => [environment],
    page: async (requests, environment, { base, token }, names) => {
      const { body } = await requests({
        url: `${base}/api/admin/features-batch/export`,
        about: 'the export of flags',
        headers: { authorization: token },
        post: { environment, features: names, downloadFile: false },
      })
      const { features = [], featureTags = [] } = (body ?? {}) as Exported
      return { admin: { features, featureTags }, next: [], total: features.length }
    },
    join: joinLists,
  },
}
