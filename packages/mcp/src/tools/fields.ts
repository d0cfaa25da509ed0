import { limits } from '@bunting/contract'
import { z } from 'zod'

/** Arguments that several tools share. The API checks them once more, and says what is wrong. */
export const key = z.string().max(200)
export const environment = z.string().max(200).describe('slug')
export const comment = z.string().min(1).max(limits.comment).describe('why, for the audit log')
export const anything = z.record(z.string(), z.unknown())
