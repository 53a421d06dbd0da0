import type { Caller } from '#domain/access/caller'
import { findTeam } from '#domain/access/teams'
import { nameParts } from '#domain/people/profile/read'
import { pictureUrlsOf } from '#domain/people/pictures/urls'
import { displayNameOf, findUser } from '#domain/people/users'
import type { Db } from '#store/db'

/** [APP-20] What an app learns of a person who signs in with their account here: as much as the scopes allow. */
export async function toIdentity(
  db: Db,
  { teamId, userId, scopes }: Pick<Caller, 'teamId' | 'userId' | 'scopes'>,
): Promise<Record<string, unknown>> {
  const user = await findUser(db, teamId, userId)
  const team = await findTeam(db, teamId)
  if (!user || !team) return {}
  const pictures = pictureUrlsOf(db, { ...user, label: displayNameOf(user) })
  const claim = (name: string) => `https://slack.com/${name}`
  const { first, last } = nameParts(user)
  const withProfile = scopes.includes('profile')
  const email =
    scopes.includes('email') && user.email !== null
      ? { email: user.email, email_verified: true, date_email_verified: Math.floor(user.updated_at / 1000) }
      : {}
  const sizes = [24, 32, 48, 72, 192, 512] as const
  return {
    sub: user.id,
    [claim('user_id')]: user.id,
    [claim('team_id')]: team.id,
    ...email,
    ...(withProfile
      ? {
          name: user.real_name,
          given_name: first,
          family_name: last,
          picture: pictures.image_512,
          locale: user.locale,
          [claim('team_name')]: team.name,
          [claim('team_domain')]: team.domain,
          ...Object.fromEntries(sizes.map((size) => [claim(`user_image_${size}`), pictures[`image_${size}`]])),
          [claim('team_image_default')]: true,
        }
      : {}),
  }
}
