import type { Environment } from '../../core/environment.ts'
import type { Remote } from '../../git/remote.ts'

type Variable = Environment['variable']
type Service = { names: RegExp; isOwn?(host: string, variable: Variable): boolean; rest: string }

const isServer = (host: string, address: string | undefined): boolean =>
  address !== undefined && URL.canParse(address) && new URL(address).hostname === host

/** The services with known permalinks, recognized by the host's name, or as the server of the current CI job. */
const services: readonly Service[] = [
  {
    names: /(^|\.)(gitea|forgejo|codeberg)\b/,
    isOwn: (host, variable) => variable('GITEA_ACTIONS') === 'true' && isServer(host, variable('GITHUB_SERVER_URL')),
    rest: '/src/commit/{commit}/{path}#L{line}',
  },
  {
    names: /(^|\.)github\b/,
    isOwn: (host, variable) => isServer(host, variable('GITHUB_SERVER_URL')),
    rest: '/blob/{commit}/{path}#L{line}',
  },
  {
    names: /(^|\.)gitlab\b/,
    isOwn: (host, variable) => variable('CI_SERVER_HOST') === host,
    rest: '/-/blob/{commit}/{path}#L{line}',
  },
  { names: /^bitbucket\.org$/, rest: '/src/{commit}/{path}#lines-{line}' },
]

/** Returns the permalink pattern, with `{commit}`, `{path}` and `{line}` as placeholders; undefined for an unknown service. */
export const permalinkPattern = ({ origin, host, path }: Remote, variable: Variable): string | undefined => {
  const known =
    services.find(({ names }) => names.test(host)) ?? services.find(({ isOwn }) => isOwn?.(host, variable) === true)
  return known && `${origin}/${path.split('/').map(encodeURIComponent).join('/')}${known.rest}`
}
