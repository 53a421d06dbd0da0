import { findAppProfiles, listAppActions } from '#domain/apps/profiles'
import { displayNameOf, type UserRow } from '#domain/people/users'
import type { Db } from '#store/db'
import type { ViewerCommand, ViewerShortcut, ViewerUser } from '#feed/protocol/viewerWorkspace'

export async function toViewerUsers(db: Db, users: readonly UserRow[]): Promise<ViewerUser[]> {
  const apps = await findAppProfiles(
    db,
    users.flatMap((user) => user.app_id ?? []),
  )
  return users.map((user) => {
    const {
      description,
      prompts = [],
      homeTab,
      messages = 'on',
      usesAssistantThreads,
    } = apps.get(user.app_id ?? '') ?? {}
    return {
      id: user.id,
      name: user.name,
      real_name: user.real_name,
      label: displayNameOf(user),
      tz: user.tz,
      locale: user.locale,
      deleted: user.deleted,
      ...(user.app_id ? { app_id: user.app_id } : {}),
      ...(description ? { description } : {}),
      ...(prompts.length > 0 ? { prompts: [...prompts] } : {}),
      ...(homeTab ? { home: true } : {}),
      ...(messages === 'on' ? {} : { messages }),
      ...(usesAssistantThreads ? { converses: true } : {}),
    }
  })
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
