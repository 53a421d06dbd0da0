import { findAppProfiles, listAppActions } from '#domain/apps/profiles'
import { picturePath } from '#domain/people/pictures/urls'
import { currentStatus } from '#domain/people/profile/read'
import type { Usergroup } from '#domain/people/usergroups/find'
import { displayNameOf, type UserRow } from '#domain/people/users'
import type { Db } from '#store/db'
import type { ViewerCommand, ViewerShortcut, ViewerUser, ViewerUsergroup } from '#feed/protocol/viewerWorkspace'

export async function toViewerUsers(db: Db, users: readonly UserRow[]): Promise<ViewerUser[]> {
  const apps = await findAppProfiles(
    db,
    users.flatMap((user) => user.app_id ?? []),
  )
  const now = db.clock.now()
  return users.map((user) => {
    const {
      agentDescription,
      description = agentDescription,
      prompts = [],
      homeTab,
      messages = 'on',
      usesAssistantThreads,
      agent,
      handlesStop,
    } = apps.get(user.app_id ?? '') ?? {}
    return {
      id: user.id,
      name: user.name,
      real_name: user.real_name,
      label: displayNameOf(user),
      tz: user.tz,
      locale: user.locale,
      deleted: user.deleted,
      ...personFields(user, now),
      ...(user.app_id ? { app_id: user.app_id } : {}),
      ...(description ? { description } : {}),
      ...(agentDescription && agentDescription !== description ? { agent_description: agentDescription } : {}),
      ...(prompts.length > 0 ? { prompts: [...prompts] } : {}),
      ...(homeTab ? { home: true } : {}),
      ...(messages === 'on' ? {} : { messages }),
      ...(usesAssistantThreads ? { converses: true } : {}),
      ...(agent ? { agent: true } : {}),
      ...(handlesStop ? { handles_stop: true } : {}),
    }
  })
}

/** What a person says about themselves. */
function personFields(user: UserRow, now: number): Partial<ViewerUser> {
  const { title, phone, pronouns } = user.profile
  const { text, emoji, endsAt } = currentStatus(user, now)
  return {
    ...(user.admin ? { admin: true } : {}),
    ...(title ? { title } : {}),
    ...(phone ? { phone } : {}),
    ...(pronouns ? { pronouns } : {}),
    ...(user.email ? { email: user.email } : {}),
    ...(text || emoji ? { status: { text, emoji, ends_at: endsAt } } : {}),
    ...(user.away ? { away: true } : {}),
    ...(user.picture ? { picture: picturePath + user.picture } : {}),
  }
}

export function toViewerUsergroup(group: Usergroup, viewerId: string): ViewerUsergroup {
  const { users } = group
  return { ...usergroupFields(group), members: users.length, ...(users.includes(viewerId) ? { mine: true } : {}) }
}

/** What a user group says to every viewer. */
export function usergroupFields(group: Usergroup): Omit<ViewerUsergroup, 'members' | 'mine'> {
  const { id, handle, name, description, disabled_at: disabledAt } = group
  return {
    id,
    handle,
    name,
    ...(description ? { description } : {}),
    ...(disabledAt === null ? {} : { disabled: true }),
  }
}

/** The slash commands and shortcuts that the apps of a team offer. */
export async function listOffers(
  db: Db,
  teamId: string,
): Promise<{ commands: ViewerCommand[]; shortcuts: ViewerShortcut[] }> {
  const offers = await listAppActions(db, teamId)
  return {
    commands: offers.flatMap(({ appId, commands }) =>
      commands.map(({ command, description, usageHint }) => ({
        app_id: appId,
        command,
        description,
        ...(usageHint === undefined ? {} : { usage_hint: usageHint }),
      })),
    ),
    shortcuts: offers.flatMap(({ appId, shortcuts }) =>
      shortcuts.map(({ callbackId, type, name, description }) => ({
        app_id: appId,
        callback_id: callbackId,
        type,
        name,
        description,
      })),
    ),
  }
}
