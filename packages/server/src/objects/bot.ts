import type { AppProfile } from '#domain/apps/profiles'
import { pictureUrlsOf } from '#domain/people/pictures/urls'
import type { Db } from '#store/db'

/** The pictures of an app, in the sizes that apps look for. */
export function iconsOf(db: Db, app: Pick<AppProfile, 'id' | 'botUser' | 'name'>): Record<string, string> {
  const urls = pictureUrlsOf(db, { id: app.botUser, label: app.name, app_id: app.id, picture: null })
  return { image_36: urls.image_48, image_48: urls.image_48, image_72: urls.image_72 }
}
