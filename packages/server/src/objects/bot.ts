import { z } from 'zod'
import type { AppProfile } from '#domain/apps/profiles'
import { pictureUrlsOf } from '#domain/people/pictures/urls'
import type { Db } from '#store/db'

/** The schema of a bot object: the app that a bot id belongs to. */
export const botObject = z.object({
  id: z.string(),
  app_id: z.string(),
  user_id: z.string(),
  name: z.string(),
  deleted: z.boolean(),
  updated: z.int(),
  icons: z.record(z.string(), z.string()),
})

/** What a message says of the app that wrote it. */
export type AuthorApp = Pick<AppProfile, 'id' | 'botId' | 'botUser' | 'name' | 'removed'>

export function toBotObject(db: Db, app: AuthorApp, id: string): z.input<typeof botObject> {
  return {
    id,
    app_id: app.id,
    user_id: app.botUser,
    name: app.name,
    deleted: app.removed,
    updated: 0,
    icons: iconsOf(db, app),
  }
}

/** The pictures of an app, in the sizes that apps look for. */
export function iconsOf(db: Db, app: Pick<AppProfile, 'id' | 'botUser' | 'name'>): Record<string, string> {
  const urls = pictureUrlsOf(db, { id: app.botUser, label: app.name, app_id: app.id, picture: null })
  return { image_36: urls.image_48, image_48: urls.image_48, image_72: urls.image_72 }
}
