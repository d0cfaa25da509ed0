import { execFileSync } from 'node:child_process'

/** PostgreSQL and PgBouncer refuse to run as root: then they run as the user that PostgreSQL's package created. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
