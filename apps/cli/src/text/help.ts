import { exitCodes } from '../core/exit-code.ts'

export const exampleText = (examples: readonly string[]): string =>
  `\nExamples:\n${examples.map((example) => `  $ bunting ${example}`).join('\n')}`

const start = [
  'login',
  'use shop development',
  'flags create new-checkout',
  'flags on new-checkout',
  'flags rollout new-checkout 25',
  'evaluate new-checkout --user ada',
]

const variables: Record<string, string> = {
  BUNTING_URL: 'the Management API; default: the one on this machine, by BUNTING_HOST and BUNTING_MANAGEMENT_PORT',
  BUNTING_DELIVERY_URL: 'the Delivery API; default: the one on this machine',
  BUNTING_KEY: 'a server key; with it no profile is read',
  BUNTING_PROFILE: 'the profile to use instead of the current one',
  BUNTING_ADMIN_TOKEN: "the operator's token, for orgs",
  NO_COLOR: 'no colours, whatever the value',
}

const rows = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`).join('\n')
}

export const rootHelp = `${exampleText(start)}

Variables:
${rows(Object.entries(variables))}

Exit codes:
${rows(Object.values(exitCodes).map(({ code, when }) => [String(code), when] as const))}

Data goes to standard output; what was done, warnings and errors go to standard error.`
