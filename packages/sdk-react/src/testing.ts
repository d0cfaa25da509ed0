export { type FixedFlags, fixedFlags } from '@bunting/sdk-web/testing'
