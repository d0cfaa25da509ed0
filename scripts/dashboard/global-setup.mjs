import { ensureDashboard } from './ensure-built.mjs'

/** Tests in a browser open what a start would serve. */
export const setup = ensureDashboard
