import type { Insertable } from 'kysely'
import { readManifest, type Manifest } from './manifest.ts'
import { newId, newNumber, newSecret } from '#domain/ids'
import type { Secrets } from '#store/secrets/secrets'
import { aboutApp } from '#store/secrets/unlock'
import type { Tables } from '#store/tables/tables'

/** A new app. Ids and secrets that are left out are generated. */
export interface NewApp {
  manifest: Manifest
  id?: string
  botId?: string
  botUser?: string
  signingSecret?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
  allowedIps?: readonly string[] | undefined
  removed?: boolean
  /** The team in which it is created. */
  madeIn?: string | undefined
}

/** Makes the row of a new app. */
export function newAppRow(secrets: Secrets, given: NewApp): Insertable<Tables['apps']> {
  const id = given.id ?? newId('A')
  return {
    id,
    bot_id: given.botId ?? newId('B'),
    bot_user: given.botUser ?? newId('U'),
    manifest: given.manifest,
    signing_secret: secrets.seal(aboutApp(id, 'signing_secret'), given.signingSecret ?? newSecret()),
    client_id: given.clientId ?? `${newNumber()}.${newNumber()}`,
    client_secret: secrets.seal(aboutApp(id, 'client_secret'), given.clientSecret ?? newSecret()),
    allowed_ips: given.allowedIps ? [...given.allowedIps] : null,
    removed: given.removed ?? false,
    made_in: given.madeIn ?? null,
    origin: null,
  }
}

/** Makes the row of an app's bot user in a team. */
export function newBotUserRow(
  app: { id: string; botUser: string; manifest: Manifest },
  teamId: string,
  now: number,
): Insertable<Tables['users']> {
  return {
    team_id: teamId,
    id: app.botUser,
    ...botNames(app.manifest, app.id),
    email: null,
    tz: 'UTC',
    locale: 'en-US',
    admin: false,
    deleted: false,
    two_factor: false,
    password: null,
    app_id: app.id,
    updated_at: now,
    profile: {},
  }
}

export function botNames(manifest: Manifest, id: string) {
  const { name: shown } = readManifest(manifest, id)
  return { name: shown.toLowerCase().replaceAll(/\s+/g, '-'), real_name: shown, display_name: shown }
}
