import { limits } from '@bunting/contract'
import { wrongUse } from '../core/failure.ts'
import type { Repository } from './repository.ts'

const lineOf = (managedBy: string): string => `Applied from ${managedBy}`

/** The comment of every version that apply makes: the reason that was given, and where it is from. */
export const appliedComment = ({ managedBy, commit }: Repository, reason: string | undefined): string => {
  const at = commit === undefined ? '' : ` at ${commit}`
  const comment = [...(reason === undefined ? [] : [reason]), `${lineOf(managedBy)}${at}`].join('\n')
  if (comment.length <= limits.comment) return comment
  return wrongUse(`The comment is ${comment.length - limits.comment} characters too long.`)
}

/** Tells whether this repository made a version: apply says so in the last line of its comment. */
export const isApplied = (comment: string | undefined, managedBy: string): boolean => {
  const last = comment?.split('\n').at(-1) ?? ''
  return last === lineOf(managedBy) || last.startsWith(`${lineOf(managedBy)} at `)
}
