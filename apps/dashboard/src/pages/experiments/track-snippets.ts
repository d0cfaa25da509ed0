type Addresses = { managementUrl: string }

/** The one line that tells Bunting of something that happened, by where it is written. */
export const trackSnippets = {
  node: { label: 'Node', code: () => "flags.track('purchase', { userId: 'ada' }, { value: 49.9 })" },
  web: { label: 'Web', code: () => "flags.track('purchase', { value: 49.9 })" },
  react: { label: 'React', code: () => "const track = useTrack()\ntrack('purchase', { value: 49.9 })" },
  go: { label: 'Go', code: () => 'flags.TrackValue("purchase", bunting.EvalContext{UserID: "ada"}, 49.9)' },
  java: { label: 'Java', code: () => 'flags.track("purchase", Context.user("ada"), 49.9);' },
  python: { label: 'Python', code: () => 'flags.track("purchase", Context("ada"), value=49.9)' },
  http: {
    label: 'HTTP',
    code: ({ managementUrl }: Addresses) => `curl ${managementUrl}/v1/track \\
  -H "Authorization: Bearer $BUNTING_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "events": [{ "name": "purchase", "value": 49.9, "context": { "userId": "ada" } }] }'`,
  },
} as const satisfies Record<string, { label: string; code(addresses: Addresses): string }>

export type TrackSnippet = keyof typeof trackSnippets
