import { nearest } from '@bunting/contract'
import type { Environment } from '../core/environment.ts'
import { didYouMean, wrongUse } from '../core/failure.ts'
import type { Profile, Profiles } from '../profiles/profiles.ts'
import { checkUrl } from './check-url.ts'
import { localUrl } from './local-urls.ts'

export type Connection = {
  url: string
  deliveryUrl: string | undefined
  key: string
  /** The name of the profile; undefined if the connection comes from variables. */
  profile: string | undefined
  project: string | undefined
  environment: string | undefined
}

type Sources = { environment: Environment; profiles: Profiles }

/** Finds the connection: the named profile first, then the variables, then the current profile. */
export const findConnection = (sources: Sources, named: string | undefined): Connection => {
  const { environment, profiles } = sources
  if (named !== undefined) return fromProfile(named, getProfile(profiles, named))
  if (environment.key !== undefined) return fromVariables(environment, environment.key)
  // The key of a profile belongs to its server: it is never sent to another address.
  if (environment.url !== undefined) {
    wrongUse('BUNTING_URL is set, but BUNTING_KEY is not.', 'Set both, or neither to use a profile.')
  }
  const name = environment.profile ?? profiles.current()
  if (name !== undefined) return fromProfile(name, getProfile(profiles, name))
  return wrongUse('No server is known yet.', 'bunting login', 'or set BUNTING_URL and BUNTING_KEY')
}

export const getProfile = (profiles: Profiles, name: string): Profile => {
  const names = profiles.list().map((entry) => entry.name)
  return (
    profiles.find(name) ??
    wrongUse(`There is no profile "${name}".${didYouMean(nearest(name, names))}`, `bunting login --profile ${name}`)
  )
}

/** The connection of the operator's commands, which need only an address and the token. */
export const findOperatorConnection = ({ environment, profiles }: Sources, named: string | undefined): Connection => {
  const token =
    environment.adminToken ??
    wrongUse(
      'These commands are for the operator of the server.',
      'Set BUNTING_ADMIN_TOKEN to the token that the server was started with.',
    )
  const name = named ?? environment.profile ?? profiles.current()
  const profile = name === undefined ? undefined : getProfile(profiles, name)
  const url = (named === undefined ? environment.url : undefined) ?? profile?.url
  return {
    url: url === undefined ? localUrl(environment.server, 'management') : checkUrl(url),
    key: token,
    deliveryUrl: undefined,
    profile: name,
    project: undefined,
    environment: undefined,
  }
}

const fromProfile = (name: string, profile: Profile): Connection => ({
  url: profile.url,
  deliveryUrl: profile.deliveryUrl,
  key: profile.key,
  profile: name,
  project: profile.project,
  environment: profile.environment,
})

const fromVariables = (environment: Environment, key: string): Connection => ({
  url: environment.url === undefined ? localUrl(environment.server, 'management') : checkUrl(environment.url),
  deliveryUrl: deliveryFrom(environment),
  key,
  profile: undefined,
  project: undefined,
  environment: undefined,
})

const deliveryFrom = ({ url, deliveryUrl, server }: Environment): string | undefined => {
  if (deliveryUrl !== undefined) return checkUrl(deliveryUrl)
  return url === undefined ? localUrl(server, 'delivery') : undefined
}
