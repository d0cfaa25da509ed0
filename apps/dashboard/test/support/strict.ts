import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'
import type { Members } from './members.ts'

export const strictMembers: Members = { 'Maya Okafor': 'admin', 'Tom de Vries': 'admin', 'Eva Novak': 'editor' }

export const openMenu = async (page: Page): Promise<void> => {
  // Waits for the whole page, since menus close when it becomes complete.
  await page.getByRole('switch', { name: /^On in/ }).waitFor()
  await page.getByRole('button', { name: 'More for this flag' }).click()
}

export const archive = async (page: Page): Promise<void> => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive the flag' }).click()
}

/** Checks what an editor reads about a flag that has a version in a protected environment. */
export const readFields = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByText('It has a version in Production, which is protected').waitFor()
}

/** Proposes to archive a flag with a key of the page's person, and returns the proposal's id. */
export const proposeWithKey = async ({ url, projectId, environments }: Dashboard, page: Page): Promise<string> => {
  const made = await page.evaluate(
    async ([project, env]) => {
      const response = await fetch(`/v1/projects/${project}/environments/${env}/api-keys`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'server', description: 'Deploys' }),
      })
      return (await response.json()) as { key: string }
    },
    [projectId, environments.development ?? ''],
  )
  const response = await fetch(`${url}/v1/projects/${projectId}/flags/loyalty-banner`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ archived: true }),
  })
  return ((await response.json()) as { id: string }).id
}

export const readRefusal = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('alert').getByText('You proposed this yourself, with your key "Deploys"').waitFor()
}
