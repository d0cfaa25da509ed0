import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { change } from '../change.ts'

export const getFavourites = handle(endpoints.getFavourites, async (ctx) => ({
  items: await ctx.store.favourites.listKeys(ctx.actor.id, ctx.project.id),
}))

// Favourites are personal, so they are not in the audit log.

export const addFavourite = handle(endpoints.addFavourite, ({ flag, ...ctx }) =>
  change(ctx, ctx.actor, async (tx) => {
    await tx.favourites.add(ctx.actor.id, flag.id)
    return { result: { flagKey: flag.key, favourite: true }, audit: [] }
  }),
)

export const removeFavourite = handle(endpoints.removeFavourite, ({ flag, ...ctx }) =>
  change(ctx, ctx.actor, async (tx) => {
    await tx.favourites.remove(ctx.actor.id, flag.id)
    return { result: { flagKey: flag.key, favourite: false }, audit: [] }
  }),
)
