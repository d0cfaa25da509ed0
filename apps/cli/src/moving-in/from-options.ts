import { wrongUse } from '../core/failure.ts'
import { kebab, list, oneOf, text, wholeNumber } from '../core/parameters.ts'
import { sources } from './converted.ts'

/** Options that only apply to an import from another service. */
export const fromOptions = {
  from: oneOf('service', sources, 'the service whose flags come in'),
  env: list('theirs=ours', 'an environment of theirs and the one of ours that it becomes'),
  rename: text('a=b,…', 'attributes of theirs that have another name here'),
  only: text('tag:x|key,…', 'only flags with this tag, or these flags, with what they need'),
  ids: list('segment=file', 'the ids of a big segment of LaunchDarkly, as it exports them', { complete: 'file' }),
  fractional: oneOf('generation', ['1', '2', '3'], "flagd's fractional as its SDKs in use compute it (default: 2)"),
  unleashSpec: oneOf('version', ['4', '5'], "Unleash's client specification that its SDKs in use keep to"),
  unleashEngine: oneOf('engine', ['node', 'yggdrasil'], "Unleash's engine that decides where they differ"),
  save: text('file', 'also write what came in as the file of a project', { complete: 'file' }),
  report: text('file', 'write what was found, as .json or .html', { complete: 'file' }),
  snapshot: text('file', 'keep what was read of the service', { complete: 'file' }),
  verify: wholeNumber('n', 'compare the answers to so many random users, and to contexts made from the rules'),
  sdk: text('folder', "where the service's own SDK is installed, to verify with", { complete: 'file' }),
  against: text('url', 'verify with a service that answers OFREP there instead'),
  contexts: text('file', 'verify with these contexts too, one JSON object a line', { complete: 'file' }),
}

/** Refuses these options if `--from` is missing. */
export const withoutFrom = (input: Readonly<Record<string, unknown>>): void => {
  const given = Object.keys(fromOptions).find((name) => input[name] !== undefined)
  if (given !== undefined) wrongUse(`--${kebab(given)} goes with --from alone.`, `--from ${sources.join('|')}`)
}
