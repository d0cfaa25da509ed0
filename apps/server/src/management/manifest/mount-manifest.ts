import { type ManifestError, manifestStatusOf } from '@bunting/contract'
import { Hono } from 'hono'
import type { Deps } from '../../http/endpoint/deps.ts'
import { mount } from '../../http/endpoint/mount.ts'
import { reasonOf } from '../../http/server/common.ts'
import { archiveManifestFlag } from './archive-manifest-flag.ts'
import { createManifestFlag } from './create-manifest-flag.ts'
import { getManifest } from './get-manifest.ts'
import { updateManifestFlag } from './update-manifest-flag.ts'

const handlers = { getManifest, createManifestFlag, updateManifestFlag, archiveManifestFlag }

/** Mounts OpenFeature's API of flag manifests, with the errors of its specification. */
export const mountManifest = (app: Hono, deps: Deps): void => {
  const own = new Hono()
  own.onError((error, c) => {
    const { status: usual, message, details } = reasonOf(error, c, deps.log)
    const status = manifestStatusOf(usual)
    const fields = details?.map(({ path, message }) => ({ field: path, message }))
    const body: ManifestError = { error: { message, status, ...(fields ? { details: fields } : {}) } }
    return c.json(body, status as 400)
  })
  mount(own, Object.values(handlers), deps)
  app.route('/', own)
}
