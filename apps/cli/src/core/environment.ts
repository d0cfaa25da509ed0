import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type Environment = {
  url: string | undefined
  deliveryUrl: string | undefined
  key: string | undefined
  profile: string | undefined
  adminToken: string | undefined
  /** Where profiles are kept. */
  configDir: string
  /** No colours: the user asked for none, or the terminal has none. */
  plain: boolean
  /** A variable of another program, whose flags are imported. */
  variable(name: string): string | undefined
  /** The settings of a server on this machine that say where it listens. */
  server: Record<'role' | 'host' | 'managementPort' | 'deliveryPort', string | undefined>
}

export type Variables = Record<string, string | undefined>

/** The only reader of variables. An empty one counts as none. */
export const readEnvironment = (variables: Variables): Environment => {
  const get = (name: string): string | undefined => variables[name] || undefined
  return {
    url: get('BUNTING_URL'),
    deliveryUrl: get('BUNTING_DELIVERY_URL'),
    key: get('BUNTING_KEY'),
    profile: get('BUNTING_PROFILE'),
    // A server takes several, while one is replaced by another: any of them will do.
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
  // The XDG specification has relative ones ignored.
  return folder !== undefined && isAbsolute(folder) ? folder : join(home(get), '.config')
}

/** Whom no list of users knows, as in many containers, has none: then there are no profiles, and nothing else is missing. */
const home = (get: (name: string) => string | undefined): string => {
  try {
    return get('HOME') ?? homedir()
  } catch {
    return '/nonexistent'
  }
}
