/// <reference types="vite/client" />

/** Made by contract-routes.ts when the dashboard is built. */
declare module 'virtual:contract-routes' {
  export const routes: import('@bunting/contract').Routes
}
