import { endpoints } from '@bunting/contract'
import type { Plugin } from 'vite'

const name = 'virtual:contract-routes'

/** The paths of the contract's operations without its schemas, which would be a third of what a browser loads first. */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => {
    if (id !== `\0${name}`) return undefined
    const routes = Object.entries(endpoints).map(([operation, { method, path }]) => [operation, { method, path }])
    return `export const routes = ${JSON.stringify(Object.fromEntries(routes))}`
  },
})
