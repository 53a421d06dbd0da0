import type { Insertable } from 'kysely'
import { manifestFacts, type Manifest } from './manifest.ts'
import { newId, newNumber, newSecret } from '#domain/ids'
import type { Tables } from '#store/tables/tables'

/** An app as it is made of its manifest; what is not given is made. */
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
  /** The team that it is made in. */
  madeIn?: string | undefined
}

/** The row of an app. */
export function appRow(given: NewApp): Insertable<Tables['apps']> {
  return {
    id: given.id ?? newId('A'),
    bot_id: given.botId ?? newId('B'),
    bot_user: given.botUser ?? newId('U'),
    manifest: given.manifest,
    signing_secret: given.signingSecret ?? newSecret(),
    client_id: given.clientId ?? `${newNumber()}.${newNumber()}`,
    client_secret: given.clientSecret ?? newSecret(),
    allowed_ips: given.allowedIps ? [...given.allowedIps] : null,
    removed: given.removed ?? false,
    made_in: given.madeIn ?? null,
  }
}

/** The row of an app's bot user in a team. */
export function botUserRow(
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
  }
}

export function botNames(manifest: Manifest, id: string) {
  const { name: shown } = manifestFacts(manifest, id)
  return { name: shown.toLowerCase().replaceAll(/\s+/g, '-'), real_name: shown, display_name: shown }
}
