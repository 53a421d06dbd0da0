import { findAppByTitle } from '#domain/apps/find'
import { saveApp } from '#domain/apps/manage'
import type { Tx } from '#store/db'

type Section = Record<string, unknown>

/** Lets an app get its events, interactions and commands at an address, in place of a socket. */
export async function receiveAt(tx: Tx, team: string, appId: string, url: string): Promise<void> {
  const app = await findAppByTitle(tx, team, appId)
  const manifest: Section = { ...app?.manifest }
  const settings = sectionOf(manifest, 'settings')
  const features = sectionOf(manifest, 'features')
  const { slash_commands: commands } = features
  const moved = {
    ...manifest,
    features: {
      ...features,
      ...(Array.isArray(commands) ? { slash_commands: commands.map((command: Section) => ({ ...command, url })) } : {}),
    },
    settings: {
      ...settings,
      socket_mode_enabled: false,
      interactivity: { ...sectionOf(settings, 'interactivity'), is_enabled: true, request_url: url },
      event_subscriptions: { ...sectionOf(settings, 'event_subscriptions'), request_url: url },
    },
  }
  await saveApp(tx, moved, { team, app: appId, update: true }, 'make')
}

function sectionOf(section: Section, key: string): Section {
  return { ...Object(section[key]) }
}
