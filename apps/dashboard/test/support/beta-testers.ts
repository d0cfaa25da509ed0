import type { Site } from './site.ts'

/** A segment in Staging, which is protected; returns its place and a function that proposes a change. */
export const addBetaTesters = async ({ api, projectId, environments }: Site) => {
  const params = { projectId, envId: environments.staging ?? '', segmentKey: 'beta' }
  await api.createSegment({ params: { projectId }, body: { key: 'beta', name: 'Beta testers' } })
  await api.createSegmentVersion({ params, body: { version: 1, included: ['ada', 'ben'], excluded: ['zoe'] } })
  await api.updateEnvironment({ params, body: { protected: true } })
  const propose = () =>
    api.createSegmentProposal({
      params,
      body: {
        version: 1,
        included: ['ben', 'cleo', 'dan'],
        excluded: ['zoe'],
        rules: [
          { id: 'staff', name: 'Staff', conditions: [{ attribute: 'email', operator: 'ends_with', value: '@x.test' }] },
        ],
      },
    })
  return { params, propose }
}
