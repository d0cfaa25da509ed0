import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type Environment = {
  url: string | undefined
  deliveryUrl: string | undefined
  key: string | undefined
  profile: string | undefined
  adminToken: string | undefined
  /** The folder in which profiles are stored. */
  configDir: string
  /** Output has no colours: the user asked for none, or the terminal has none. */
  plain: boolean
  /** A variable of another program, whose flags are imported. */
  variable(name: string): string | undefined
  /** The settings of a server on this machine that say where it listens. */
  server: Record<'role' | 'host' | 'managementPort' | 'deliveryPort', string | undefined>
}

export type Variables = Record<string, string | undefined>

/** Reads the environment variables, which no other code does. An empty variable counts as unset. */
export const readEnvironment = (variables: Variables): Environment => {
  const get = (name: string): string | undefined => variables[name] || undefined
  return {
    url: get('BUNTING_URL'),
    deliveryUrl: get('BUNTING_DELIVERY_URL'),
    key: get('BUNTING_KEY'),
    profile: get('BUNTING_PROFILE'),
    // The server's setting is a list, so that a token can be replaced; any of its tokens works.
    adminToken: get('BUNTING_ADMIN_TOKEN')?.split(',', 1)[0]?.trim(),
    configDir: join(configHome(get), 'bunting'),
    plain: get('NO_COLOR') !== undefined || get('TERM') === 'dumb',
    variable: get,
    server: {
      role: get('BUNTING_ROLE'),
      host: get('BUNTING_HOST'),
      managementPort: get('BUNTING_MANAGEMENT_PORT'),
      deliveryPort: get('BUNTING_DELIVERY_PORT'),
    },
  }
}

const configHome = (get: (name: string) => string | undefined): string => {
  if (process.platform === 'win32') return get('APPDATA') ?? join(home(get), 'AppData', 'Roaming')
  const folder = get('XDG_CONFIG_HOME')
  // The XDG specification says to ignore relative paths.
  return folder !== undefined && isAbsolute(folder) ? folder : join(home(get), '.config')
}

/** The home folder. A user without one, as in many containers, has no profiles, but everything else works. */
const home = (get: (name: string) => string | undefined): string => {
  try {
    return get('HOME') ?? homedir()
  } catch {
    return '/nonexistent'
  }
}
