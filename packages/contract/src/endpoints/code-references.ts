import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import {
  codeBranchSchema,
  codeReferenceSchema,
  codeReferencesBody,
  codeRemovalSchema,
  takenReferencesSchema,
} from '../schemas/code-references.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'Code references'
const path = '/v1/projects/{projectId}/code-references'

export const updateCodeReferences = endpoint({
  method: 'PUT',
  path,
  tag,
  summary: 'Upload where code names flags',
  description: `Beyond the service document. What a scan of a branch found replaces all that was there of that branch, at once. Keys that are no flag of the project are counted and left out. A branch that is not the default one goes 30 days after its last upload; a project has at most ${limits.codeBranches} branches, and the one that was uploaded longest ago makes room. \`bunting code-refs --upload\` does this.`,
  access: 'edit',
  body: codeReferencesBody,
  bodyBytes: limits.codeReferencesBodyBytes,
  bodyParts: limits.codeReferencesBodyParts,
  answers: { 200: takenReferencesSchema },
  errors: ['CONFLICT'],
})

export const listCodeBranches = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'List scanned repositories',
  description: 'Beyond the service document. Each branch of each repository that references were uploaded of.',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(codeBranchSchema) },
})

export const listCodeReferences = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/code-references',
  tag,
  summary: 'List where code names a flag',
  description:
    'Beyond the service document. Default branches come first. An upload between two pages may move what the next one has.',
  access: 'read',
  query: z.object(paging),
  answers: {
    200: page(codeReferenceSchema).extend({
      removed: codeRemovalSchema.optional().meta({
        description: 'There where no default branch names the flag any more, and an upload said when that came about.',
      }),
    }),
  },
})
