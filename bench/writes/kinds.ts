/** A request to the Management API. */
export type Ask = { method: 'POST' | 'PUT' | 'PATCH'; path: string; body: object }

/** Where the callers write, each their own flag. */
export type Place = { key: string; projectId: string; environmentId: string }

export const flagOf = (caller: number): string => `flag-${caller}`

/** A config as people have them: a rule with two conditions, switched on and off. */
const configOf = (version: number) => ({
  version,
  enabled: version % 2 === 0,
  defaultValue: false,
  rules: [
    {
      id: 'colleagues',
      name: 'Colleagues',
      conditions: [
        { attribute: 'email', operator: 'ends_with', value: '@example.com' },
        { attribute: 'country', operator: 'in', value: ['AT', 'CH', 'DE'] },
      ],
      value: true,
    },
  ],
})

/** What is written most, by its name. The number counts a caller's writes from 1. */
export const kinds: Record<string, (place: Place, caller: number, number: number) => Ask> = {
  'save a config': ({ projectId, environmentId }, caller, number) => ({
    method: 'PUT',
    path: `/v1/projects/${projectId}/environments/${environmentId}/flags/${flagOf(caller)}`,
    body: configOf(number),
  }),
  'create a flag': ({ projectId }, caller, number) => ({
    method: 'POST',
    path: `/v1/projects/${projectId}/flags`,
    body: { key: `new-${caller}-${number}`, name: `Flag ${number} of ${caller}`, type: 'boolean' },
  }),
  'rename a flag': ({ projectId }, caller, number) => ({
    method: 'PATCH',
    path: `/v1/projects/${projectId}/flags/${flagOf(caller)}`,
    body: { name: `Name ${number}` },
  }),
}
