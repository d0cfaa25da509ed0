import { useBecause, useSession } from '../../api/session.ts'

/** Why the caller may not make, start or end an experiment; undefined where they may. */
export const useBecauseExperiment = (): string | undefined => {
  const { plan } = useSession()
  const notEditor = useBecause('editor')
  return notEditor ?? (plan === 'free' ? 'Experiments need the Pro or Enterprise plan.' : undefined)
}
