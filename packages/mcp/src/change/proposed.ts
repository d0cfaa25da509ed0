import type { Call } from '../tool.ts'

/** The answer for a change that waits for another person's approval. */
export const proposed = ({ dashboardUrl, project }: Call, id: string): object => ({
  changed: false,
  proposal: id,
  url: `${dashboardUrl}/projects/${project.id}/proposals/${id}`,
  says: 'Nothing changed yet: another person has to approve the proposal.',
})

/** Marks an answer whose change is saved, but not yet published. */
export const saved = (answer: object, extra: object): object => ({
  changed: true,
  ...extra,
  ...('syncWarning' in answer ? { syncWarning: answer.syncWarning } : {}),
})
