import { limits } from '@bunting/contract'
import { wrongUse } from '../core/failure.ts'
import type { Repository } from './repository.ts'

const lineOf = (managedBy: string): string => `Applied from ${managedBy}`

/** The comment of every version that apply makes: the given reason, and the repository with its commit. */
export const appliedComment = ({ managedBy, commit }: Repository, reason: string | undefined): string => {
  const at = commit === undefined ? '' : ` at ${commit}`
  const comment = [...(reason === undefined ? [] : [reason]), `${lineOf(managedBy)}${at}`].join('\n')
  if (comment.length <= limits.comment) return comment
  return wrongUse(`The comment is ${comment.length - limits.comment} characters too long.`)
}

/** Returns whether this repository made a version: apply names the repository in the last line of the comment. */
export const isApplied = (comment: string | undefined, managedBy: string): boolean => {
  const last = comment?.split('\n').at(-1) ?? ''
  return last === lineOf(managedBy) || last.startsWith(`${lineOf(managedBy)} at `)
}
