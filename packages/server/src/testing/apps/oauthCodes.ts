import { openClientSecret } from '#domain/apps/secrets'
import { hashToken, newSecret } from '#domain/ids'
import type { Store } from '#store/db'

interface OAuthCodeOptions {
  store: Store
  team: string
  /** The person who agrees. */
  user: string
  app?: string
  scopes?: string[]
  userScopes?: string[]
  redirect?: string
  redirectAsked?: boolean
  challenge?: string
  /** The channel that the person chooses for an incoming webhook. */
  webhookChannel?: string
}

/** Creates the code of a person's consent. Returns what the app sends to oauth.v2.access. */
export async function createOAuthCode({ store, team, user, app = 'A0SCOUT', ...given }: OAuthCodeOptions) {
  const row = await store.db.selectFrom('apps').selectAll().where('id', '=', app).executeTakeFirstOrThrow()
  const code = newSecret()
  await store.write((tx) =>
    tx
      .insertInto('oauth_codes')
      .values({
        hash: hashToken(code),
        app_id: app,
        team_id: team,
        user_id: user,
        scopes: given.scopes ?? ['chat:write'],
        user_scopes: given.userScopes ?? [],
        redirect_uri: given.redirect ?? 'https://scout.example/back',
        redirect_asked: given.redirectAsked ?? false,
        challenge: given.challenge ?? null,
        webhook_channel: given.webhookChannel ?? null,
        used: false,
        expires_at: tx.clock.now() + 600_000,
      })
      .execute(),
  )
  return { client_id: row.client_id ?? '', client_secret: openClientSecret(store.db, row), code }
}
