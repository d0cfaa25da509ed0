import { z } from 'zod'
import type { Access, Answers, Endpoint } from './endpoint.ts'
import {
  manifestArchiveAnswer,
  manifestFlagAnswer,
  manifestFlagBody,
  manifestSchema,
  newManifestFlagBody,
} from './schemas/manifest.ts'

const query = z.object({
  projectId: z
    .string()
    .optional()
    .meta({ description: "The project; that of the key's environment where it is absent." }),
})

/** Defines an endpoint whose project is that of the query, or that of the key. */
const ofKey = <
  const Path extends string,
  const Result extends Answers,
  const Needs extends Access,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Omit<Endpoint<Path, typeof query, Body, Result, Needs>, 'tag' | 'query' | 'projectOfKey'>,
): Endpoint<Path, typeof query, Body, Result, Needs> & { projectOfKey: true } => ({
  ...definition,
  tag: 'OpenFeature',
  query,
  projectOfKey: true,
})

/** Returns the status of an error for these endpoints: OpenFeature's specification has no 422. */
export const manifestStatusOf = (status: number): number => (status === 422 ? 400 : status)

/**
 * OpenFeature's own API of flag manifests, by operation. Paths, bodies, responses and errors are those of its specification
 * (`api/v0/sync.yaml` of its command line). Only keys may call it, since a key has a project.
 */
export const manifestEndpoints = {
  getManifest: ofKey({
    method: 'GET',
    path: '/openfeature/v0/manifest',
    summary: 'Read the manifest of a project',
    description: "Every flag that is not archived, by key, as OpenFeature's command line pulls it.",
    access: 'read',
    answers: { 200: manifestSchema },
  }),

  createManifestFlag: ofKey({
    method: 'POST',
    path: '/openfeature/v0/manifest/flags',
    summary: 'Create a flag of the manifest',
    description:
      'The first environment, in order, that is not protected gets a version with the default value, which is off and has no rules. Where every environment is protected, only the value that a flag without a version has is taken.',
    access: 'edit',
    body: newManifestFlagBody,
    answers: { 201: manifestFlagAnswer },
    errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
  }),

  updateManifestFlag: ofKey({
    method: 'PUT',
    path: '/openfeature/v0/manifest/flags/{flagKey}',
    summary: 'Update a flag of the manifest',
    description:
      'Replaces the description: one that is left out is taken away. Another default value is a new version in the environment that the manifest has it from; nothing else of its config changes. The type never changes, but `integer` and `float` are the same flag.',
    access: 'edit',
    body: manifestFlagBody,
    answers: { 200: manifestFlagAnswer },
    errors: ['UPGRADE_REQUIRED', 'CONFLICT', 'VERSION_CONFLICT', 'PROTECTED_ENVIRONMENT'],
  }),

  archiveManifestFlag: ofKey({
    method: 'DELETE',
    path: '/openfeature/v0/manifest/flags/{flagKey}',
    summary: 'Archive a flag of the manifest',
    description:
      'It can be brought back by `archived: false` of `updateFlag`. Refused while others need it. Where a protected environment has a version of it, it takes a key with the scope `admin` or `manage`; where a strict one has, it takes a proposal by `updateFlag`.',
    access: 'edit',
    answers: { 200: manifestArchiveAnswer },
    errors: ['CONFLICT'],
  }),
} as const
