import { useEnvironments } from './environments.ts'
import { useBecause } from './session.ts'

type Flag = { versions: Readonly<Record<string, unknown>> }

/** The reason why the caller may not edit a flag as a whole: if a protected environment has a version, only admins may. */
export const useBecauseProtected = (projectId: string): ((flag: Flag) => string | undefined) => {
  const notEditor = useBecause('editor')
  const notAdmin = useBecause('admin')
  const environments = useEnvironments(projectId)
  return ({ versions }) => {
    const there = environments.find((environment) => environment.protected && versions[environment.id])
    if (notEditor !== undefined || notAdmin === undefined || !there) return notEditor
    return `It has a version in ${there.name}, which is protected: only an admin can do this.`
  }
}
